import { EXAMPLE_FIELDS } from "../../src/language/functions/example-row.ts";
import { VALUE_TYPES, type ValueType } from "../../src/language/types/value-type.ts";
import { checkExample } from "./analyse.ts";
import { table } from "./markdown.ts";
import { showCodes } from "./shown-value.ts";

/** Operands of a comparison: a field of the example record for each type, and special cases. */
const SIDES: readonly (readonly [heading: string, formula: string])[] = [
  ["text", "{title}"],
  ["number", "{price}"],
  ["boolean", "{sold}"],
  ["date", "{createdAt}"],
  ["list", "{tags}"],
  ["`BLANK()`", "BLANK()"],
  ['`""`', '""'],
  ['`"2024-02-29"`', '"2024-02-29"'],
];

/** The type by which two operands are compared, from the checker. */
export function comparisonTable(): string {
  const rows = SIDES.map(([heading, left]) => [
    `**${heading}**`,
    ...SIDES.map(([, right]) => comparedAs(left, right)),
  ]);
  return table(["", ...SIDES.map(([heading]) => heading)], rows);
}

function comparedAs(left: string, right: string): string {
  const equality = comparisonOf(left, "=", right);
  const order = comparisonOf(left, "<", right);
  return equality === order ? equality : `${equality}; in order ${order}`;
}

function comparisonOf(left: string, operator: string, right: string): string {
  const { root, findings } = checkExample(`${left} ${operator} ${right}`);
  if (root.kind === "compare") return root.left.type;
  const codes = findings.map(({ code }) => code);
  return codes.join() === "comparison-type" ? "–" : showCodes(codes);
}

/** Descriptions of conversions. */
const CONVERSIONS: Readonly<Record<string, string>> = {
  "number text": "as it is [written](core.md#numbers-as-text)",
  "boolean text": "`TRUE` or `FALSE`",
  "date text": "`2024-02-29T23:59:59.999Z`",
  "list text": "items with `, ` between them",
  "boolean number": "1 or 0",
  "text condition": "not blank",
  "number condition": "not 0, not blank",
  "boolean condition": "itself",
  "date condition": "not blank",
  "list condition": "not blank",
  "text date": "only as a date written in the formula",
  "text list": "a list of itself",
};

/** A formula for each kind of context. */
const TARGETS = {
  text: (value: string) => `LEN(${value})`,
  number: (value: string) => `ABS(${value})`,
  condition: (value: string) => `NOT(${value})`,
  date: (value: string) => `YEAR(${value})`,
  list: (value: string) => `HAS(${value}, "a")`,
} as const;

type Target = keyof typeof TARGETS;

/** The conversions between types, from the checker. */
export function conversionTable(): string {
  const targets = Object.keys(TARGETS) as Target[];
  const rows = VALUE_TYPES.map((given) => [
    `**${given}**`,
    ...targets.map((target) => conversionOf(given, target)),
  ]);
  return table(["", ...targets.map((target) => `as a ${target}`)], rows);
}

function conversionOf(given: ValueType, target: Target): string {
  if (given === target) return "itself";
  const words = CONVERSIONS[`${given} ${target}`];
  const value = words?.startsWith("only as") ? '"2024-02-29"' : fieldOf(given);
  const { findings } = checkExample(TARGETS[target](value));
  if ((findings.length === 0) !== (words !== undefined)) {
    throw new Error(`the words on ${given} as a ${target} are not what the checker does`);
  }
  return words ?? "–";
}

function fieldOf(type: ValueType): string {
  const field = EXAMPLE_FIELDS.find((known) => known.type === type);
  if (field === undefined) throw new Error(`the example record has no ${type}`);
  return `{${field.name}}`;
}
