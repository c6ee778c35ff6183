import type { CoreNode } from "../../src/language/core/node.ts";
import { literalOfText } from "../../src/language/syntax/lexer/escapes.ts";
import { dateText } from "../../src/language/values/date/index.ts";
import { lowerExample } from "./analyse.ts";
import { code, table } from "./markdown.ts";

/** Rules of the language, each with a formula that shows it. */
const LOWERINGS: readonly (readonly [what: string, formula: string])[] = [
  ["arithmetic on numbers", "{price} * {tax}"],
  ["a sign", "-{price}"],
  ["date − date", "{updatedAt} - {createdAt}"],
  ["date + number", "{createdAt} + {tax}"],
  ["date − number", "{createdAt} - {tax}"],
  ["texts joined", "{title} & {notes}"],
  ["a number as text", '{price} & "!"'],
  ["a boolean as text", '{sold} & "!"'],
  ["a date as text", '{soldAt} & "!"'],
  ["a list as text", '{tags} & "!"'],
  ["a boolean as a number", "{sold} * {price}"],
  ["a text as a list", "HAS({title}, {notes})"],
  ["a number as a condition", "AND({price}, {sold})"],
  ["a text as a condition", "AND({title}, {sold})"],
  ["a date as a condition", "AND({soldAt}, {sold})"],
  ["a list as a condition", "AND({tags}, {sold})"],
  ["equality", "{price} = {tax}"],
  ["its complement", "{title} != {notes}"],
  ["the order of numbers and dates", "{price} > {tax}"],
  ["the order of texts: a blank comes nowhere", "{title} < {notes}"],
  ["a boolean beside a number", "{sold} = {price}"],
  ["a boolean beside a blank", "ISBLANK({sold})"],
  ["a list beside a text", "{tags} = {title}"],
  ["a number beside a blank", "{price} = BLANK()"],
  ["a text beside a blank", "{title} = BLANK()"],
  ["a list beside a blank", "{tags} = BLANK()"],
  ["a date beside a date in text", '{createdAt} >= "2022-04-01"'],
  ["a choice between two types", "IF({sold}, {price}, {title})"],
];

/** How the lowering expresses the rules of the language, for formulas over the example record. */
export function loweringTable(): string {
  const rows = LOWERINGS.map(([what, formula]) => [
    what,
    code(formula),
    code(show(lowerExample(formula).root)),
  ]);
  return table(["what", "in a formula", "in the core"], rows);
}

function show(node: CoreNode): string {
  const operands = node.operands.map(show);
  switch (node.op) {
    case "literal":
      return showLiteral(node);
    case "field":
      return node.data.name;
    case "parameter":
      return `$${node.data.name}`;
    case "datePart":
    case "startOf":
      return `${node.op}(${operands.join(", ")}, ${node.data})`;
    default:
      return operands.length === 0 ? node.op : `${node.op}(${operands.join(", ")})`;
  }
}

function showLiteral({ type, data }: CoreNode & { readonly op: "literal" }): string {
  if (typeof data === "string") return literalOfText(data);
  if (typeof data === "number") return type === "date" ? dateText(data) : String(data);
  if (typeof data === "boolean") return data ? "TRUE" : "FALSE";
  return `[${data.map(literalOfText).join(", ")}]`;
}
