import { EXAMPLE_SCHEMA } from "../../../grammar/tools/analyse.ts";
import { exampleRecord } from "../../../grammar/tools/example-record.ts";
import {
  CATEGORIES,
  functionDescription,
  signature,
} from "../../../grammar/tools/function-reference.ts";
import {
  anchor,
  code,
  codeBlock,
  listWords,
  paragraphs,
  table,
} from "../../../grammar/tools/markdown.ts";
import { callOnFields, supportOf } from "../../../grammar/tools/sql-support.ts";
import type { Dialect } from "../../backends/sql/dialect.ts";
import { SQL_DIALECTS } from "../../backends/sql/standard-dialects.ts";
import { compile, type Formula } from "../../engine/index.ts";
import type { DocumentedFunction } from "../../language/functions/define.ts";
import {
  DOCUMENTED_FUNCTIONS,
  FUNCTIONS_BY_CATEGORY,
  type FunctionCategory,
} from "../../language/functions/documentation.ts";
import { literalOfText } from "../../language/syntax/lexer/escapes.ts";

const MOST_SHOWN = 80;

/**
 * A generated page: its route parameters, and its Markdown, with links relative to `grammar/reference/functions.md`.
 */
export interface MadePage {
  readonly params: { readonly name: string; readonly title: string; readonly description: string };
  readonly content: string;
}

/** The index of all functions, and a page for each. */
export function functionPages(): readonly MadePage[] {
  const all = {
    name: "functions",
    title: "Functions",
    description: "All functions of the language by category, each with a page of its own.",
  };
  return [
    { params: all, content: functionIndex() },
    ...DOCUMENTED_FUNCTIONS.map((documented) => {
      const { name } = documented.definition;
      const params = {
        name: `functions/${name.toLowerCase()}`,
        title: name,
        description: `${signature(documented.definition)}: ${documented.documentation.summary}`,
      };
      return { params, content: functionPage(documented) };
    }),
  ];
}

/** The index page of all functions. */
function functionIndex(): string {
  const names = Object.keys(CATEGORIES) as FunctionCategory[];
  const categories = names.map((category) => {
    const rows = FUNCTIONS_BY_CATEGORY[category].map(({ definition, documentation }) => [
      `[${code(signature(definition))}](#${anchor(definition.name)})`,
      documentation.summary,
    ]);
    return paragraphs(`## ${CATEGORIES[category]}`, table(["function", "what it returns"], rows));
  });
  return `${paragraphs(
    "# Functions",
    "Every function of the language has a page of its own, with examples that you can run and change, with what it does with blanks and errors, and with its SQL. You can write names in upper or lower case. Brackets are around an argument that you may leave out, and `…` follows one that you may repeat.",
    ...categories,
    "## The record of the examples",
    "All examples of the reference run over this record.",
    exampleRecord(),
  )}\n`;
}

/** The page of one function. */
function functionPage(documented: DocumentedFunction): string {
  const { name } = documented.definition;
  return `${paragraphs(
    `# ${name}`,
    functionDescription(documented),
    "The examples run over [the record of the examples](functions.md#the-record-of-the-examples).",
    "## In databases",
    ...support(callOnFields(documented)),
    ...sqlSection(documented),
  )}\n`;
}

/** How each database handles a call on fields. */
function support(call: string): readonly string[] {
  const rows = SQL_DIALECTS.map((dialect) => {
    const { way, reasons } = supportOf(call, dialect);
    return [dialect.title, way, reasons.join("; ")];
  });
  if (rows.every(([, way]) => way === "exact")) {
    const titles = listWords(SQL_DIALECTS.map(({ title }) => title));
    return [`${titles} all decide ${code(call)} themselves.`];
  }
  return [
    `This table shows how each database decides ${code(call)}. *exact*: the database decides. *prefilter*: the database drops most records, and the rest are decided in memory. *memory*: the records are decided in memory. The rows are always the same; [Formulas as SQL](sql.md) explains how.`,
    table(["database", "decides", "reason"], rows),
  ];
}

function sqlSection(documented: DocumentedFunction): readonly string[] {
  const formula = conditions(documented).find(readsInSql);
  if (formula === undefined) return [];
  return [
    `## ${documented.definition.name} as SQL`,
    `The filter ${code(formula.source)} as the condition of a WHERE, with its parameters:`,
    ...SQL_DIALECTS.map((dialect) => codeBlock("sql", conditionOf(formula, dialect))),
  ];
}

/** The examples that read a field, as filters, followed by a call on fields. */
function conditions(documented: DocumentedFunction): readonly Formula[] {
  const examples = documented.documentation.examples.map(([source, expected]) =>
    typeof expected === "string" && expected !== ""
      ? `${source} = ${literalOfText(expected)}`
      : source,
  );
  return [...examples, callOnFields(documented)].flatMap((source) => {
    const result = compile(source, EXAMPLE_SCHEMA);
    return result.ok && result.formula.fields.length > 0 ? [result.formula] : [];
  });
}

/** Whether a database reads a field to decide the formula or a part of it. */
function readsInSql(formula: Formula): boolean {
  return SQL_DIALECTS.some((dialect) => {
    const { where, prefilter = where } = formula.toSql(dialect);
    return formula.fields.some((field) => prefilter?.includes(field));
  });
}

function conditionOf(formula: Formula, dialect: Dialect): string {
  const { where, prefilter, params } = formula.toSql(dialect);
  const title = `-- ${dialect.title}`;
  const shown = params.map((value) => shortened(JSON.stringify(value) ?? String(value)));
  return [
    where === undefined ? `${title}: a prefilter, the rest is decided in memory` : title,
    where ?? prefilter,
    ...(shown.length > 0 ? [`-- ${shown.join(", ")}`] : []),
  ].join("\n");
}

/** Shortens long tables of letters. */
function shortened(text: string): string {
  return text.length > MOST_SHOWN
    ? `${text.slice(0, MOST_SHOWN)}… (${text.length} characters)`
    : text;
}
