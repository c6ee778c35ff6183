import type {
  DocumentedFunction,
  FunctionDefinition,
} from "../../src/language/functions/define.ts";
import {
  FUNCTIONS_BY_CATEGORY,
  type FunctionCategory,
} from "../../src/language/functions/documentation.ts";
import type { Parameter, ParameterType } from "../../src/language/functions/function-parameter.ts";
import { exampleRecord } from "./example-record.ts";
import { anchor, code, listWords, paragraphs, table } from "./markdown.ts";
import { showExpected } from "./shown-value.ts";

/** The headings of the categories. */
export const CATEGORIES: Readonly<Record<FunctionCategory, string>> = {
  logic: "Logic",
  text: "Text",
  number: "Numbers",
  date: "Dates",
  list: "Lists",
  record: "The record",
};

const TAKES: Readonly<Record<ParameterType, string>> = {
  text: "text",
  number: "number",
  boolean: "boolean",
  date: "date",
  list: "list",
  condition: "any type, as a [condition](types.md#conditions)",
  any: "any type",
  common: "any type; the same for all such arguments, or else [text](types.md#branches)",
};

/** The reference page of all functions, from their definitions. */
export function functionReference(): string {
  const names = Object.keys(CATEGORIES) as FunctionCategory[];
  const categories = names.map((category) => ({
    heading: CATEGORIES[category],
    members: FUNCTIONS_BY_CATEGORY[category],
  }));
  const contents = categories.map(({ heading, members }) => {
    const links = members.map(({ definition: { name } }) => `[${code(name)}](#${anchor(name)})`);
    return `- **${heading}**: ${links.join(" · ")}`;
  });
  return `${paragraphs(
    "# Functions",
    "This page is generated from the definitions in `src/language/functions` by `npm run gen`. The tests run every example on every back end.",
    "You can write names in upper or lower case. In a signature, brackets are around an argument that you may leave out, and `…` follows one that you may repeat. [Types and values](types.md) explains how a value of one type is converted to another. [Dates](dates.md) lists the parts of formats and the units of time. [Regular expressions](regular-expressions.md) says what a pattern may contain.",
    contents.join("\n"),
    "## The record of the examples",
    exampleRecord(),
    ...categories.map(({ heading, members }) =>
      paragraphs(`## ${heading}`, ...members.map(describeFunction)),
    ),
  )}\n`;
}

/** `LEFT(text, count)`. */
export function signature({ name, written, form }: FunctionDefinition): string {
  if (form === "switch") return `${name}(value, pattern, result, …, [default])`;
  const words = written.map((parameter) => {
    if (parameter.presence === "optional") return `[${parameter.name}]`;
    return parameter.presence === "rest" ? `${parameter.name}, …` : parameter.name;
  });
  return `${name}(${words.join(", ")})`;
}

function describeFunction(documented: DocumentedFunction): string {
  return paragraphs(`### ${documented.definition.name}`, functionDescription(documented));
}

/** The description of a function, below its heading. */
export function functionDescription({ definition, documentation }: DocumentedFunction): string {
  const { written } = definition;
  const { summary, details, airtable, examples, parameters = {} } = documentation;
  const rows = examples.map(([formula, expected]) => [code(formula), showExpected(expected)]);
  return paragraphs(
    `${code(signature(definition))} → ${describeResult(definition)}`,
    summary,
    details,
    written.length === 0
      ? undefined
      : table(
          ["parameter", "takes", "what it is"],
          written.map((parameter) =>
            describeParameter(parameter, parameters[parameter.name] ?? ""),
          ),
        ),
    table(["formula", "value"], rows),
    airtable === undefined ? undefined : `**Airtable:** ${airtable}`,
  );
}

function describeResult({ result, written, form }: FunctionDefinition): string {
  switch (result) {
    case "blank":
    case "error":
      return `${result}, of the type that is needed`;
    case "common": {
      const shared = written.filter(({ type }) => type === "common").map(({ name }) => code(name));
      return form === "switch"
        ? "the type of the results"
        : `the type of ${listWords(shared, "and")}`;
    }
    default:
      return result;
  }
}

function describeParameter(parameter: Parameter, description: string): readonly string[] {
  const { name, type, presence, literal, choices, least } = parameter;
  const takes = literal === undefined ? TAKES[type] : "text, written in the formula";
  const count =
    presence === "optional"
      ? "; may be left out"
      : presence === "rest"
        ? `; ${least === 1 ? "one" : least} or more`
        : "";
  const listed =
    choices === undefined
      ? ""
      : `: ${listWords(
          choices.map((choice) => code(choice)),
          "or",
        )}`;
  return [code(name), `${takes}${count}`, `${description}${listed}`];
}
