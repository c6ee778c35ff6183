import { quote } from "../../util/quote.ts";
import type { DialectDefinition } from "./dialect-definition.ts";
import { SqlMappingError } from "./sql-mapping-error.ts";

/** What a statement may contain beside SQL proper: texts, quoted names and comments. */
const QUOTED =
  /'(?:[^'\\]|\\.|'')*'|"(?:[^"]|"")*"|`(?:[^`]|``)*`|\$(\w*)\$.*?\$\1\$|(?:--|#(?=\s))[^\n]*|\/\*.*?\*\//gs;

/** A name, or a name of a table's column. */
const NAME = /^[a-z_]\w*(?:\.[a-z_]\w*)*$/i;

/** The names of the columns of a SELECT, which an ORDER BY may take for columns of the table. */
const SELECTED = /(?<![\w.$])c\d+(?![\w.$(])/i;

/**
 * SQL that the program has written itself, such as `c.country` or `meta->>'tier'`. It has no parameters, and what
 * follows it is not part of its comments.
 *
 * @param what names the text in messages
 * @throws {@link SqlMappingError}
 */
export function programSql(text: string, what: string, dialect: DialectDefinition): string {
  const bare = text.replace(QUOTED, " ");
  const refuse = (why: string): never => {
    throw new SqlMappingError(`${what}, ${quote(text)}, ${why}`);
  };
  if (bare.trim() === "") return refuse("is empty: write SQL, or leave it out");
  if (bare.includes("/*")) return refuse("has a comment without an end: close it by `*/`");
  const isMarked = dialect.placeholder(1, "text") === "?" && bare.includes("?");
  if (isMarked || /(?<![\w$])\$\d|\{\w+\s*:\s*\w/.test(bare)) {
    return refuse("has a placeholder, but it has no parameters: write the value itself");
  }
  return /--|#/.test(text) ? `${text}\n` : text;
}

/** An expression of the program, which may stand wherever a column may. */
export function programExpression(text: string, what: string, dialect: DialectDefinition): string {
  const written = programSql(text, what, dialect);
  return NAME.test(written) ? written : `(${written})`;
}

/** Whether SQL names a column that a statement of `toQuery` may take for one of its own, such as `c0`. */
export function namesSelected(text: string): boolean {
  return SELECTED.test(text.replace(QUOTED, " "));
}
