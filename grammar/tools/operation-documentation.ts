import type { Operation } from "../../src/core/node.ts";

/** What the core page says of an operation. Markdown, without full stops at the ends of cells. */
export interface OperationDocumentation {
  readonly group: OperationGroup;
  /** Each operand with its type, in order; what the operation carries beside them in brackets. */
  readonly operands: string;
  readonly result: string;
  /** The result for operands that are neither blank nor an error, unless it says more. */
  readonly meaning: string;
  /** What a blank operand does; `strict`: a blank operand makes the result blank. */
  readonly blank: "strict" | "none" | (string & {});
  /**
   * When the result is an error; `strict` if an operand that is an error makes it one, `lazy` if the meaning says
   * what an error does.
   */
  readonly error: "strict" | "lazy";
  /** When it is an error although no operand is one. */
  readonly fails?: string;
}

export const OPERATION_GROUPS = {
  leaf: "Leaves",
  logic: "Logic",
  blank: "On blanks",
  comparison: "Comparison",
  number: "On numbers",
  text: "On texts",
  conversion: "Between types",
  date: "On dates",
  list: "On lists",
  kernel: "Kernels",
} as const;

export type OperationGroup = keyof typeof OPERATION_GROUPS;

const OVER_THE_LIMIT = "the result is over the [text limit](#text)";
const OUTSIDE_THE_DATES = "the result is outside of the range of [dates](#dates)";
const NOT_FINITE = "the result is not finite";

/** Every operation of the core, in the order of the page; one that is missing does not compile. */
export const OPERATION_DOCUMENTATION: Readonly<Record<Operation, OperationDocumentation>> = {
  literal: {
    group: "leaf",
    operands: "[a value]",
    result: "its type",
    meaning: "the value; never a blank number or date",
    blank: "none",
    error: "lazy",
  },
  blank: {
    group: "leaf",
    operands: "",
    result: "number or date",
    meaning: "blank",
    blank: "none",
    error: "lazy",
  },
  fail: {
    group: "leaf",
    operands: "",
    result: "any type",
    meaning: "the error",
    blank: "none",
    error: "lazy",
  },
  field: {
    group: "leaf",
    operands: "[a field]",
    result: "the field's type",
    meaning: "the value in the record, as described in [Rows](rows.md); never an error",
    blank:
      "a value that is missing, or not of the type, is the blank of the type; `FALSE` for a boolean",
    error: "lazy",
  },
  parameter: {
    group: "leaf",
    operands: "[a parameter]",
    result: "the parameter's type",
    meaning:
      "the value that the formula was bound with; never an error. Columns and SQL never see one: their core has the value as a literal",
    blank: "a parameter that was bound with `null` is the blank of its type; `FALSE` for a boolean",
    error: "lazy",
  },
  now: {
    group: "leaf",
    operands: "",
    result: "date",
    meaning:
      "the instant at which the run began: the same for every record and every place of the formula",
    blank: "none",
    error: "lazy",
  },
  and: {
    group: "logic",
    operands: "c₁, …, cₙ: boolean, n ≥ 2",
    result: "boolean",
    meaning:
      "`FALSE` if an operand is `FALSE`, whatever the others are; otherwise the error if one is an error; otherwise `TRUE`",
    blank: "none",
    error: "lazy",
  },
  or: {
    group: "logic",
    operands: "c₁, …, cₙ: boolean, n ≥ 2",
    result: "boolean",
    meaning:
      "`TRUE` if an operand is `TRUE`, whatever the others are; otherwise the error if one is an error; otherwise `FALSE`",
    blank: "none",
    error: "lazy",
  },
  not: {
    group: "logic",
    operands: "c: boolean",
    result: "boolean",
    meaning: "the other boolean",
    blank: "none",
    error: "strict",
  },
  if: {
    group: "logic",
    operands: "c: boolean, a: T, b: T",
    result: "T",
    meaning:
      "a if c is `TRUE`, b if it is `FALSE`, and the error if it is one; the branch that is not chosen does not count, even if it is an error",
    blank: "the chosen branch may be blank",
    error: "lazy",
  },
  isError: {
    group: "logic",
    operands: "x: any type",
    result: "boolean",
    meaning: "whether x is an error",
    blank: "a blank is not an error",
    error: "lazy",
  },
  isBlank: {
    group: "blank",
    operands: "x: number or date",
    result: "boolean",
    meaning: "whether x is blank",
    blank: "`TRUE`",
    error: "strict",
  },
  orElse: {
    group: "blank",
    operands: "x: T, y: T, where T is number or date",
    result: "T",
    meaning: "x, or y if x is blank; otherwise y does not count, even if it is an error",
    blank: "y, which may be blank",
    error: "lazy",
  },
  equal: {
    group: "comparison",
    operands: "a: T, b: T, where T is text, number, boolean or date",
    result: "boolean",
    meaning:
      "whether both are the same: the same code points, the same number, the same boolean, the same instant",
    blank: "`TRUE` if both are blank, `FALSE` if one is",
    error: "strict",
  },
  among: {
    group: "comparison",
    operands: "a: text, number or date [constants]",
    result: "boolean",
    meaning: "whether a is one of the constants, none of which is blank",
    blank: "`FALSE` if a is blank",
    error: "strict",
  },
  less: {
    group: "comparison",
    operands: "a: T, b: T, where T is text, number or date",
    result: "boolean",
    meaning: "whether a comes before b in the [order](#order) of the type",
    blank: '`FALSE`; the text `""` is a text like others and comes first',
    error: "strict",
  },
  lessOrEqual: {
    group: "comparison",
    operands: "a: T, b: T, where T is text, number or date",
    result: "boolean",
    meaning: "whether a comes before b in the [order](#order) of the type or is the same",
    blank: '`FALSE`, even if both are; the text `""` is a text like others and comes first',
    error: "strict",
  },
  add: {
    group: "number",
    operands: "a: number, b: number",
    result: "number",
    meaning: "a + b",
    blank: "strict",
    error: "strict",
    fails: NOT_FINITE,
  },
  subtract: {
    group: "number",
    operands: "a: number, b: number",
    result: "number",
    meaning: "a − b",
    blank: "strict",
    error: "strict",
    fails: NOT_FINITE,
  },
  multiply: {
    group: "number",
    operands: "a: number, b: number",
    result: "number",
    meaning: "a × b",
    blank: "strict",
    error: "strict",
    fails: NOT_FINITE,
  },
  divide: {
    group: "number",
    operands: "a: number, b: number",
    result: "number",
    meaning: "a ÷ b",
    blank: "strict",
    error: "strict",
    fails: `b is 0, or ${NOT_FINITE}`,
  },
  abs: {
    group: "number",
    operands: "a: number",
    result: "number",
    meaning: "the magnitude of a",
    blank: "strict",
    error: "strict",
  },
  floor: {
    group: "number",
    operands: "a: number",
    result: "number",
    meaning: "the greatest whole number that is not greater than a",
    blank: "strict",
    error: "strict",
  },
  sqrt: {
    group: "number",
    operands: "a: number",
    result: "number",
    meaning: "the square root of a, correctly rounded",
    blank: "strict",
    error: "strict",
    fails: "a is below 0",
  },
  length: {
    group: "text",
    operands: "text: text",
    result: "number",
    meaning: "the number of its code points",
    blank: "none",
    error: "strict",
  },
  find: {
    group: "text",
    operands: "needle: text, text: text, start: number",
    result: "number",
    meaning:
      "with s = max(1, ⌊start⌋), the least place p ≥ s at which the code points of the needle occur in the text, or 0 if there is none; an empty needle occurs at every place from 1 to one past the end",
    blank: "start is never blank",
    error: "strict",
  },
  contains: {
    group: "text",
    operands: "text: text, needle: text",
    result: "boolean",
    meaning: "whether the needle occurs anywhere in the text; an empty one does",
    blank: "none",
    error: "strict",
  },
  startsWith: {
    group: "text",
    operands: "text: text, needle: text",
    result: "boolean",
    meaning: "whether the text begins with the needle; it does if the needle is empty",
    blank: "none",
    error: "strict",
  },
  endsWith: {
    group: "text",
    operands: "text: text, needle: text",
    result: "boolean",
    meaning: "whether the text ends with the needle; it does if the needle is empty",
    blank: "none",
    error: "strict",
  },
  slice: {
    group: "text",
    operands: "text: text, start: number, count: number",
    result: "text",
    meaning:
      "the code points at the places p of the text with ⌊start⌋ ≤ p < ⌊start⌋ + ⌊count⌋; places outside of the text have no code points",
    blank: "start and count are never blank",
    error: "strict",
  },
  lower: {
    group: "text",
    operands: "text: text",
    result: "text",
    meaning: "each code point in [lower case](#case)",
    blank: "none",
    error: "strict",
  },
  upper: {
    group: "text",
    operands: "text: text",
    result: "text",
    meaning: "each code point in [upper case](#case)",
    blank: "none",
    error: "strict",
  },
  trim: {
    group: "text",
    operands: "text: text",
    result: "text",
    meaning: "the text without the spaces at its start and end; only U+0020 is a space",
    blank: "none",
    error: "strict",
  },
  concat: {
    group: "text",
    operands: "t₁, …, tₙ: text, n ≥ 2",
    result: "text",
    meaning: "the texts one after the other",
    blank: "none",
    error: "strict",
    fails: OVER_THE_LIMIT,
  },
  substitute: {
    group: "text",
    operands: "text: text, old: text, new: text",
    result: "text",
    meaning:
      "the text with every occurrence of old replaced by new, found from the left, each from where the last one ended; an empty old has no occurrences",
    blank: "none",
    error: "strict",
    fails: `${OVER_THE_LIMIT}, even if nothing was replaced`,
  },
  repeat: {
    group: "text",
    operands: "text: text, count: number",
    result: "text",
    meaning:
      'the text ⌊count⌋ times, one after the other; `""` if that is below 1 or the text is `""`',
    blank: "count is never blank",
    error: "strict",
    fails: OVER_THE_LIMIT,
  },
  regexMatch: {
    group: "text",
    operands: "text: text [a pattern]",
    result: "boolean",
    meaning:
      "whether the pattern matches somewhere in the text, as described in [Regular expressions](regular-expressions.md)",
    blank: "none",
    error: "strict",
  },
  numberText: {
    group: "conversion",
    operands: "x: number",
    result: "text",
    meaning: "the number [as text](#numbers-as-text)",
    blank: '`""`',
    error: "strict",
  },
  parseNumber: {
    group: "conversion",
    operands: "text: text",
    result: "number",
    meaning: 'the number that the [text writes](#text-as-a-number); blank for `""`',
    blank: "none",
    error: "strict",
    fails: "the text is not a number, or the number is not finite",
  },
  dateText: {
    group: "conversion",
    operands: "x: date",
    result: "text",
    meaning: "the date [as text](#dates-as-text)",
    blank: '`""`',
    error: "strict",
  },
  datePart: {
    group: "date",
    operands: "x: date [a part]",
    result: "number",
    meaning: "the [part](#parts) of the date in UTC",
    blank: "strict",
    error: "strict",
  },
  startOf: {
    group: "date",
    operands: "x: date [a unit]",
    result: "date",
    meaning: "the first instant of the [unit](#units) that contains x, in UTC",
    blank: "strict",
    error: "strict",
  },
  localTime: {
    group: "date",
    operands: "date: date [a time zone]",
    result: "date",
    meaning:
      "the time that the zone's clock shows at the instant, as if the clock were in UTC; near the ends of the range of dates it may be outside of it",
    blank: "strict",
    error: "strict",
  },
  instantAt: {
    group: "date",
    operands: "time: date [a time zone]",
    result: "date",
    meaning:
      "the first instant at which the zone's clock shows the time; for a time that the clock skips, the instant as if it had not been put forward yet",
    blank: "strict",
    error: "strict",
    fails: "the instant is outside of the range of dates",
  },
  addMilliseconds: {
    group: "date",
    operands: "x: date, amount: number",
    result: "date",
    meaning: "⌊(x + amount) + 0.5⌋ in milliseconds, each step in double arithmetic",
    blank: "strict",
    error: "strict",
    fails: OUTSIDE_THE_DATES,
  },
  addMonths: {
    group: "date",
    operands: "x: date, months: number",
    result: "date",
    meaning:
      "the same day of the month and time of day the given number of [months later](#months), months truncated toward 0",
    blank: "strict",
    error: "strict",
    fails: OUTSIDE_THE_DATES,
  },
  millisecondsBetween: {
    group: "date",
    operands: "a: date, b: date",
    result: "number",
    meaning: "a − b in milliseconds",
    blank: "strict",
    error: "strict",
  },
  monthsBetween: {
    group: "date",
    operands: "a: date, b: date",
    result: "number",
    meaning: "the whole [months](#months) from b to a, negative if a is earlier",
    blank: "strict",
    error: "strict",
  },
  join: {
    group: "list",
    operands: "list: list, separator: text",
    result: "text",
    meaning: 'the items in order with the separator between each two; `""` for the empty list',
    blank: "none",
    error: "strict",
    fails: OVER_THE_LIMIT,
  },
  listLength: {
    group: "list",
    operands: "list: list",
    result: "number",
    meaning: "the number of items",
    blank: "none",
    error: "strict",
  },
  has: {
    group: "list",
    operands: "list: list, text: text",
    result: "boolean",
    meaning: "whether an item is equal to the text",
    blank: "none",
    error: "strict",
  },
  hasAny: {
    group: "list",
    operands: "list: list [items]",
    result: "boolean",
    meaning: "whether an item of the list is one of the constants",
    blank: "none",
    error: "strict",
  },
  singleton: {
    group: "list",
    operands: "text: text",
    result: "list",
    meaning: 'the list of that one text; the empty list for `""`',
    blank: "none",
    error: "strict",
  },
  call: {
    group: "kernel",
    operands: "x₁, …, xₙ: any types [a kernel]",
    result: "the kernel's",
    meaning: "the result of the kernel; see [Kernels](#what-a-kernel-is)",
    blank: "given to the kernel as it is",
    error: "strict",
    fails: "the kernel returns the error",
  },
};
