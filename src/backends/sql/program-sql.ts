import { quote } from "../../util/quote.ts";
import type { DialectDefinition } from "./dialect-definition.ts";
import { SqlMappingError } from "./sql-mapping-error.ts";

/** A name, or a name of a table's column. */
const NAME = /^[a-z_]\w*(?:\.[a-z_]\w*)*$/i;

/** The names of the columns of a SELECT, which an ORDER BY may take for columns of the table. */
const SELECTED = /(?<![\w.$])c\d+(?![\w.$(])/i;

const QUOTED_SELECTED = /^["`[](c\d+)["`\]]$/i;

/**
 * SQL that the program has written itself, such as `c.country` or `meta->>'tier'`. It has no parameters, and what
 * follows it is not part of its comments.
 *
 * @param what names the text in messages
 * @throws {@link SqlMappingError}
 */
export function programSql(text: string, what: string, dialect: DialectDefinition): string {
  const bare = text.replace(dialect.quotation, " ");
  const refuse = (why: string): never => {
    throw new SqlMappingError(`${what}, ${quote(text)}, ${why}`);
  };
  const quoted = [...text.matchAll(dialect.quotation)].map(([part]) => part);
  if (bare.trim() === "" && quoted.every(isComment))
    return refuse("is empty: write SQL, or leave it out");
  if (bare.includes("/*")) return refuse("has a comment without an end: close it by `*/`");
  if (/['"`]/.test(bare)) return refuse("has a quote without an end");
  if (!isBalanced(bare)) return refuse("has a parenthesis without its pair");
  if (bare.includes(";")) return refuse("has a semicolon: leave it out");
  if (dialect.parameterMark.test(bare)) {
    return refuse("has a placeholder, but it has no parameters: write the value itself");
  }
  return endsInComment(text, dialect) ? `${text}\n` : text;
}

/** Whether what follows the text would be part of its last comment. */
function endsInComment(text: string, { quotation }: DialectDefinition): boolean {
  const last = [...text.matchAll(quotation)].at(-1);
  return (
    last !== undefined && last.index + last[0].length === text.length && /^(?:--|#)/.test(last[0])
  );
}

function isComment(part: string): boolean {
  return /^(?:--|#|\/\*)/.test(part);
}

function isBalanced(bare: string): boolean {
  let depth = 0;
  for (const [parenthesis] of bare.matchAll(/[()]/g)) {
    depth += parenthesis === "(" ? 1 : -1;
    if (depth < 0) return false;
  }
  return depth === 0;
}

/** An expression of the program, which may stand wherever a column may. */
export function programExpression(text: string, what: string, dialect: DialectDefinition): string {
  const written = programSql(text, what, dialect);
  return NAME.test(written) ? written : `(${written})`;
}

/** Whether SQL names a column that may collide with a column of a statement of `toQuery`, such as `c0`. */
export function namesSelected(text: string, { quotation }: DialectDefinition): boolean {
  const bare = text.replace(quotation, (part) => QUOTED_SELECTED.exec(part)?.[1] ?? " ");
  return SELECTED.test(bare);
}
