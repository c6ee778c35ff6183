import type { Operation } from "../../src/language/core/node.ts";

/**
 * The documentation of an operation on the core page, in addition to its record in the core. Markdown, without full
 * stops at the ends of cells.
 */
export interface OperationDocumentation {
  readonly group: OperationGroup;
  /** Each operand with its type, in order; other attributes of the operation in brackets. */
  readonly operands?: string;
  /** The result type, unless the operation's record states it. */
  readonly result?: string;
  /** The result, for operands that are neither blank nor an error unless stated otherwise. */
  readonly meaning: string;
  /** The effect of a blank operand; omitted if there are no operands, and if the operation is strict in blanks. */
  readonly blank?: string;
  /** When the result is an error without an error operand. */
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

/** All core operations, in the order of the page. A missing one does not compile. */
export const OPERATION_DOCUMENTATION: Readonly<Record<Operation, OperationDocumentation>> = {
  literal: {
    group: "leaf",
    operands: "[a value]",
    result: "its type",
    meaning: "the value; never a blank number or date",
  },
  blank: { group: "leaf", result: "number or date", meaning: "blank" },
  fail: { group: "leaf", result: "any type", meaning: "the error" },
  field: {
    group: "leaf",
    operands: "[a field]",
    result: "the field's type",
    meaning: "the value in the record, as described in [Rows](rows.md); never an error",
    blank:
      "a value that is missing, or not of the type, is the blank of the type; `FALSE` for a boolean",
  },
  parameter: {
    group: "leaf",
    operands: "[a parameter]",
    result: "the parameter's type",
    meaning:
      "the value that the formula was bound with; never an error. Columns and SQL never see one: their core has the value as a literal",
    blank: "a parameter that was bound with `null` is the blank of its type; `FALSE` for a boolean",
  },
  now: {
    group: "leaf",
    result: "date",
    meaning:
      "the instant at which the run began: the same for every record and every occurrence in the formula",
  },
  and: {
    group: "logic",
    operands: "c₁, …, cₙ: boolean, n ≥ 2",
    result: "boolean",
    meaning:
      "`FALSE` if an operand is `FALSE`, whatever the others are; otherwise the error if one is an error; otherwise `TRUE`",
  },
  or: {
    group: "logic",
    operands: "c₁, …, cₙ: boolean, n ≥ 2",
    result: "boolean",
    meaning:
      "`TRUE` if an operand is `TRUE`, whatever the others are; otherwise the error if one is an error; otherwise `FALSE`",
  },
  not: { group: "logic", operands: "c: boolean", meaning: "the other boolean" },
  if: {
    group: "logic",
    operands: "c: boolean, a: T, b: T",
    result: "T",
    meaning:
      "a if c is `TRUE`, b if it is `FALSE`, and the error if it is one; the branch that is not chosen does not count, even if it is an error",
    blank: "the chosen branch may be blank",
  },
  isError: {
    group: "logic",
    operands: "x: any type",
    result: "boolean",
    meaning: "whether x is an error",
    blank: "a blank is not an error",
  },
  isBlank: {
    group: "blank",
    operands: "x: number or date",
    meaning: "whether x is blank",
    blank: "`TRUE`",
  },
  orElse: {
    group: "blank",
    operands: "x: T, y: T, where T is number or date",
    result: "T",
    meaning: "x, or y if x is blank; otherwise y does not count, even if it is an error",
    blank: "y, which may be blank",
  },
  equal: {
    group: "comparison",
    operands: "a: T, b: T, where T is text, number, boolean or date",
    meaning:
      "whether both are the same: the same code points, the same number, the same boolean, the same instant",
    blank: "`TRUE` if both are blank, `FALSE` if one is",
  },
  among: {
    group: "comparison",
    operands: "a: text, number or date [constants]",
    meaning: "whether a is one of the constants, none of which is blank",
    blank: "`FALSE` if a is blank",
  },
  less: {
    group: "comparison",
    operands: "a: T, b: T, where T is text, number or date",
    meaning: "whether a comes before b in the [order](#order) of the type",
    blank: '`FALSE`; the text `""` is a text like others and comes first',
  },
  lessOrEqual: {
    group: "comparison",
    operands: "a: T, b: T, where T is text, number or date",
    meaning: "whether a comes before b in the [order](#order) of the type or is the same",
    blank: '`FALSE`, even if both are; the text `""` is a text like others and comes first',
  },
  add: { group: "number", operands: "a: number, b: number", meaning: "a + b", fails: NOT_FINITE },
  subtract: {
    group: "number",
    operands: "a: number, b: number",
    meaning: "a − b",
    fails: NOT_FINITE,
  },
  multiply: {
    group: "number",
    operands: "a: number, b: number",
    meaning: "a × b",
    fails: NOT_FINITE,
  },
  divide: {
    group: "number",
    operands: "a: number, b: number",
    meaning: "a ÷ b",
    fails: `b is 0, or ${NOT_FINITE}`,
  },
  abs: { group: "number", operands: "a: number", meaning: "the magnitude of a" },
  floor: {
    group: "number",
    operands: "a: number",
    meaning: "the greatest whole number that is not greater than a",
  },
  sqrt: {
    group: "number",
    operands: "a: number",
    meaning: "the square root of a, correctly rounded",
    fails: "a is below 0",
  },
  length: { group: "text", operands: "text: text", meaning: "the number of its code points" },
  find: {
    group: "text",
    operands: "needle: text, text: text, start: number",
    meaning:
      "with s = max(1, ⌊start⌋), the least position p ≥ s at which the code points of the needle occur in the text, or 0 if there is none; an empty needle occurs at every position from 1 to one past the end",
    blank: "start is never blank",
  },
  contains: {
    group: "text",
    operands: "text: text, needle: text",
    meaning: "whether the needle occurs anywhere in the text; an empty one does",
  },
  startsWith: {
    group: "text",
    operands: "text: text, needle: text",
    meaning: "whether the text begins with the needle; it does if the needle is empty",
  },
  endsWith: {
    group: "text",
    operands: "text: text, needle: text",
    meaning: "whether the text ends with the needle; it does if the needle is empty",
  },
  slice: {
    group: "text",
    operands: "text: text, start: number, count: number",
    meaning:
      "the code points at the positions p of the text with ⌊start⌋ ≤ p < ⌊start⌋ + ⌊count⌋; positions outside of the text have no code points",
    blank: "start and count are never blank",
  },
  lowerCase: {
    group: "text",
    operands: "text: text",
    meaning: "each code point in [lower case](#case)",
  },
  upperCase: {
    group: "text",
    operands: "text: text",
    meaning: "each code point in [upper case](#case)",
  },
  trim: {
    group: "text",
    operands: "text: text",
    meaning: "the text without the spaces at its start and end; only U+0020 is a space",
  },
  concat: {
    group: "text",
    operands: "t₁, …, tₙ: text, n ≥ 2",
    meaning: "the texts one after the other",
    fails: OVER_THE_LIMIT,
  },
  substitute: {
    group: "text",
    operands: "text: text, old: text, new: text",
    meaning:
      "the text with every occurrence of old replaced by new, found from the left, each from where the last one ended; an empty old has no occurrences",
    fails: `${OVER_THE_LIMIT}, even if nothing was replaced`,
  },
  repeat: {
    group: "text",
    operands: "text: text, count: number",
    meaning:
      'the text ⌊count⌋ times, one after the other; `""` if that is below 1 or the text is `""`',
    blank: "count is never blank",
    fails: OVER_THE_LIMIT,
  },
  regexMatch: {
    group: "text",
    operands: "text: text [a pattern]",
    meaning:
      "whether the pattern matches somewhere in the text, as described in [Regular expressions](regular-expressions.md)",
  },
  numberText: {
    group: "conversion",
    operands: "x: number",
    meaning: "the number [as text](#numbers-as-text)",
    blank: '`""`',
  },
  parseNumber: {
    group: "conversion",
    operands: "text: text",
    meaning: 'the number that the [text writes](#text-as-a-number); blank for `""`',
    fails: "the text is not a number, or the number is not finite",
  },
  dateText: {
    group: "conversion",
    operands: "x: date",
    meaning: "the date [as text](#dates-as-text)",
    blank: '`""`',
  },
  datePart: {
    group: "date",
    operands: "x: date [a part]",
    meaning: "the [part](#parts) of the date in UTC",
  },
  startOf: {
    group: "date",
    operands: "x: date [a unit]",
    meaning: "the first instant of the [unit](#units) that contains x, in UTC",
  },
  localTime: {
    group: "date",
    operands: "date: date [a time zone]",
    meaning:
      "the time that the zone's clock shows at the instant, as if the clock were in UTC; near the ends of the range of dates it may be outside of it",
  },
  instantAt: {
    group: "date",
    operands: "time: date [a time zone]",
    meaning:
      "the first instant at which the zone's clock shows the time; for a time that the clock skips, the instant as if it had not been put forward yet",
    fails: "the instant is outside of the range of dates",
  },
  addMilliseconds: {
    group: "date",
    operands: "x: date, amount: number",
    meaning: "⌊(x + amount) + 0.5⌋ in milliseconds, each step in double arithmetic",
    fails: OUTSIDE_THE_DATES,
  },
  addMonths: {
    group: "date",
    operands: "x: date, months: number",
    meaning:
      "the same day of the month and time of day the given number of [months later](#months), months truncated toward 0",
    fails: OUTSIDE_THE_DATES,
  },
  millisecondsBetween: {
    group: "date",
    operands: "a: date, b: date",
    meaning: "a − b in milliseconds",
  },
  monthsBetween: {
    group: "date",
    operands: "a: date, b: date",
    meaning: "the whole [months](#months) from b to a, negative if a is earlier",
  },
  join: {
    group: "list",
    operands: "list: list, separator: text",
    meaning: 'the items in order with the separator between each two; `""` for the empty list',
    fails: OVER_THE_LIMIT,
  },
  listLength: { group: "list", operands: "list: list", meaning: "the number of items" },
  has: {
    group: "list",
    operands: "list: list, text: text",
    meaning: "whether an item is equal to the text",
  },
  hasAny: {
    group: "list",
    operands: "list: list [items]",
    meaning: "whether an item of the list is one of the constants",
  },
  singleton: {
    group: "list",
    operands: "text: text",
    meaning: 'the list of that one text; the empty list for `""`',
  },
  call: {
    group: "kernel",
    operands: "x₁, …, xₙ: any types [a kernel]",
    result: "the kernel's",
    meaning: "the result of the kernel; see [Kernels](#what-a-kernel-is)",
    blank: "given to the kernel as it is",
    fails: "the kernel returns the error",
  },
};
