import {
  addMonths,
  datePart,
  dateText,
  instantAt,
  isDateValue,
  localTime,
  monthsBetween,
  startOf,
} from "../values/date/index.ts";
import { numberText, parseNumberText } from "../values/number/index.ts";
import { ERROR, type Outcome, type Plain } from "../values/plain.ts";
import { regexTest } from "../values/regex/index.ts";
import {
  compareText,
  concatText,
  findText,
  joinText,
  lowerText,
  repeatText,
  sliceText,
  substituteText,
  textLength,
  trimText,
  upperText,
} from "../values/text/index.ts";
import type { NodeOf, Operation, OperationData } from "./node.ts";
import { asList, asNumber, asText, asTextOrNumber } from "./plain-guards.ts";

/** The operations that are strict in errors: if an operand is an error, the result is an error. */
export type StrictOperation = Exclude<
  Operation,
  | "literal"
  | "blank"
  | "fail"
  | "field"
  | "parameter"
  | "now"
  | "and"
  | "or"
  | "if"
  | "isError"
  | "orElse"
>;

/** A node of a strict operation. */
export type StrictNode = { [O in StrictOperation]: NodeOf<O> }[StrictOperation];

type Meaning<O extends Operation> = (operands: readonly Plain[], data: OperationData[O]) => Outcome;

/**
 * The strict operations that are strict in blanks as well: if an operand is blank, the result is blank. They all return
 * numbers or dates. The other operations have a rule of their own for blanks, or never receive one.
 */
export const BLANK_STRICT: ReadonlySet<Operation> = new Set<Operation>([
  "add",
  "subtract",
  "multiply",
  "divide",
  "abs",
  "floor",
  "sqrt",
  "datePart",
  "startOf",
  "localTime",
  "instantAt",
  "addMilliseconds",
  "addMonths",
  "millisecondsBetween",
  "monthsBetween",
]);

function finite(value: number): Outcome {
  return Number.isFinite(value) ? value + 0 : ERROR;
}

function orError(value: Plain | undefined): Outcome {
  return value === undefined ? ERROR : value;
}

function inDateRange(value: number): Outcome {
  return isDateValue(value) ? value : ERROR;
}

function same(a: Plain, b: Plain): boolean {
  return a === b;
}

/** Negative if a comes before b in the order of their type, positive if it comes after b, 0 if they are equal. */
function order(a: Plain, b: Plain): number {
  if (typeof a === "string") return compareText(a, asText(b));
  return Number(a) - Number(b) || 0;
}

/** The result of each strict operation on operands that are not errors and, if it is in `BLANK_STRICT`, not blank. */
export const MEANING: { readonly [O in StrictOperation]: Meaning<O> } = {
  not: ([a]) => a !== true,

  isBlank: ([a]) => a === null,

  equal: ([a = null, b = null]) => same(a, b),
  among: ([a = null], alternatives) => a !== null && alternatives.has(asTextOrNumber(a)),
  less: ([a = null, b = null]) => a !== null && b !== null && order(a, b) < 0,
  lessOrEqual: ([a = null, b = null]) => a !== null && b !== null && order(a, b) <= 0,

  add: ([a, b]) => finite(asNumber(a) + asNumber(b)),
  subtract: ([a, b]) => finite(asNumber(a) - asNumber(b)),
  multiply: ([a, b]) => finite(asNumber(a) * asNumber(b)),
  divide: ([a, b]) => finite(asNumber(a) / asNumber(b)),
  abs: ([a]) => Math.abs(asNumber(a)),
  floor: ([a]) => finite(Math.floor(asNumber(a))),
  sqrt: ([a]) => finite(Math.sqrt(asNumber(a))),

  length: ([text]) => textLength(asText(text)),
  find: ([needle, text, start]) => findText(asText(needle), asText(text), asNumber(start)),
  contains: ([text, needle]) => asText(text).includes(asText(needle)),
  startsWith: ([text, needle]) => asText(text).startsWith(asText(needle)),
  endsWith: ([text, needle]) => asText(text).endsWith(asText(needle)),
  slice: ([text, start, count]) => sliceText(asText(text), asNumber(start), asNumber(count)),
  lower: ([text]) => lowerText(asText(text)),
  upper: ([text]) => upperText(asText(text)),
  trim: ([text]) => trimText(asText(text)),
  concat: (texts) => orError(concatText(texts.map(asText))),
  substitute: ([text, old, replacement]) =>
    orError(substituteText(asText(text), asText(old), asText(replacement))),
  repeat: ([text, count]) => orError(repeatText(asText(text), asNumber(count))),
  regexMatch: ([text], regex) => regexTest(regex, asText(text)),

  numberText: ([a = null]) => (a === null ? "" : numberText(asNumber(a))),
  parseNumber: ([text]) => (text === "" ? null : orError(parseNumberText(asText(text)))),
  dateText: ([a = null]) => (a === null ? "" : dateText(asNumber(a))),

  datePart: ([a], part) => datePart(part, asNumber(a)),
  startOf: ([a], unit) => startOf(unit, asNumber(a)),
  localTime: ([a], zone) => localTime(zone, asNumber(a)),
  instantAt: ([a], zone) => orError(instantAt(zone, asNumber(a))),
  addMilliseconds: ([a, b]) => inDateRange(Math.floor(asNumber(a) + asNumber(b) + 0.5)),
  addMonths: ([a, b]) => orError(addMonths(asNumber(a), asNumber(b))),
  millisecondsBetween: ([a, b]) => asNumber(a) - asNumber(b),
  monthsBetween: ([a, b]) => monthsBetween(asNumber(a), asNumber(b)),

  join: ([list, separator]) => orError(joinText(asList(list), asText(separator))),
  listLength: ([list]) => asList(list).length,
  has: ([list, text]) => asList(list).includes(asText(text)),
  hasAny: ([list], items) => asList(list).some((item) => items.has(item)),
  singleton: ([text]) => (text === "" ? [] : [asText(text)]),

  call: (operands, kernel) => kernel.evaluate(operands),
};
