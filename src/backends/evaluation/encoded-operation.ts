import { applyStrict } from "../../language/core/evaluate.ts";
import type { NodeOf, OperationData, StrictOperation } from "../../language/core/node.ts";
import { datePart, localTime, startOf } from "../../language/values/date/index.ts";
import { numberText } from "../../language/values/number/index.ts";
import { ERROR, type Plain } from "../../language/values/plain.ts";
import { regexTest } from "../../language/values/regex/index.ts";
import {
  concatText,
  findText,
  joinText,
  lowerText,
  sliceText,
  textLength,
  trimText,
  upperText,
} from "../../language/values/text/index.ts";
import { BLANK, decode, type Encoded, encode, errorOf } from "./encoded-value.ts";

/** A strict operation on encoded operands. */
export type EncodedOperation = (...operands: readonly Encoded[]) => Encoded;

const isOrdinary = (value: number): boolean => value - value === 0;
const finite = (value: number): number => (isOrdinary(value) ? value : Number.NaN);

const isList = (value: Encoded): value is readonly string[] => Array.isArray(value);

type TextFunction = (text: string) => Encoded;
const ofText =
  (apply: TextFunction): EncodedOperation =>
  (text) =>
    typeof text === "string" ? apply(text) : null;

/** Applies a function to an ordinary number. A blank stays blank, and an error stays an error. */
const ofNumber =
  (apply: (value: number) => number): EncodedOperation =>
  (value) => {
    const given = Number(value);
    return isOrdinary(given) ? apply(given) : given;
  };

/** Applies a function to two ordinary numbers. An error makes the result an error; otherwise a blank makes it blank. */
const ofNumbers =
  (apply: (a: number, b: number) => number): EncodedOperation =>
  (a, b) => {
    const first = Number(a);
    const second = Number(b);
    if (isOrdinary(first) && isOrdinary(second)) return apply(first, second);
    return Number.isNaN(first) || Number.isNaN(second) ? Number.NaN : BLANK;
  };

/** The operation decodes its operands, applies the operation of the core, and encodes the result. */
const BY_MEANING = "by meaning";

/** How each strict operation works on encoded operands: a fast form if filters often use it, otherwise `BY_MEANING`. */
const FORMS: {
  readonly [O in StrictOperation]:
    | typeof BY_MEANING
    | ((data: OperationData[O]) => EncodedOperation);
} = {
  not: BY_MEANING,
  isBlank: BY_MEANING,
  equal: BY_MEANING,
  among: (alternatives) => (value) => {
    if (typeof value === "number") return Number.isNaN(value) ? null : alternatives.has(value);
    return typeof value === "string" ? alternatives.has(value) : null;
  },
  less: BY_MEANING,
  lessOrEqual: BY_MEANING,
  add: () => ofNumbers((a, b) => finite(a + b)),
  subtract: () => ofNumbers((a, b) => finite(a - b)),
  multiply: () => ofNumbers((a, b) => finite(a * b)),
  divide: () => ofNumbers((a, b) => finite(a / b)),
  abs: () => ofNumber(Math.abs),
  floor: () => ofNumber(Math.floor),
  sqrt: () => ofNumber((value) => finite(Math.sqrt(value))),
  length: () => (text) => (typeof text === "string" ? textLength(text) : Number.NaN),
  find: () => (needle, text, start) =>
    typeof needle === "string" &&
    typeof text === "string" &&
    typeof start === "number" &&
    !Number.isNaN(start)
      ? findText(needle, text, start)
      : Number.NaN,
  contains: BY_MEANING,
  startsWith: BY_MEANING,
  endsWith: BY_MEANING,
  slice: () => (text, start, count) =>
    typeof text === "string" &&
    typeof start === "number" &&
    typeof count === "number" &&
    isOrdinary(start) &&
    isOrdinary(count)
      ? sliceText(text, start, count)
      : null,
  lowerCase: () => ofText(lowerText),
  upperCase: () => ofText(upperText),
  trim: () => ofText(trimText),
  concat:
    () =>
    (...texts) => {
      const whole: string[] = [];
      for (const text of texts) {
        if (typeof text !== "string") return null;
        whole.push(text);
      }
      return concatText(whole) ?? null;
    },
  substitute: BY_MEANING,
  repeat: BY_MEANING,
  regexMatch: (regex) => ofText((text) => regexTest(regex, text)),
  numberText: () => (value) => {
    if (value === BLANK) return "";
    return typeof value === "number" && !Number.isNaN(value) ? numberText(value) : null;
  },
  parseNumber: BY_MEANING,
  dateText: BY_MEANING,
  datePart: (part) => ofNumber((date) => datePart(part, date)),
  startOf: (unit) => ofNumber((date) => startOf(unit, date)),
  localTime: (zone) => ofNumber((date) => localTime(zone, date)),
  instantAt: BY_MEANING,
  addMilliseconds: BY_MEANING,
  addMonths: BY_MEANING,
  millisecondsBetween: () => ofNumbers((a, b) => a - b),
  monthsBetween: BY_MEANING,
  join: () => (list, separator) =>
    isList(list) && typeof separator === "string" ? (joinText(list, separator) ?? null) : null,
  listLength: BY_MEANING,
  has: BY_MEANING,
  hasAny: BY_MEANING,
  singleton: BY_MEANING,
  call: BY_MEANING,
};

/** The operation of a node on encoded operands. */
export function encodedOperation<O extends StrictOperation>(node: NodeOf<O>): EncodedOperation {
  const form: (typeof FORMS)[O] = FORMS[node.op];
  if (form !== BY_MEANING) return form(node.data);
  const types = node.operands.map((operand) => operand.type);
  return (...operands) => {
    const plain: Plain[] = [];
    for (const [index, type] of types.entries()) {
      const outcome = decode(type, operands[index] ?? null);
      if (outcome === ERROR) return errorOf(node.type);
      plain.push(outcome);
    }
    return encode(node.type, applyStrict<StrictOperation>(node.op, plain, node.data));
  };
}

/** AND of encoded values: FALSE if one is FALSE, otherwise an error if one is an error. */
export const conjunction: EncodedOperation = (...values) => decide(values, false);

/** OR of encoded values: TRUE if one is TRUE, otherwise an error if one is an error. */
export const disjunction: EncodedOperation = (...values) => decide(values, true);

function decide(values: readonly Encoded[], deciding: boolean): Encoded {
  if (values.includes(deciding)) return deciding;
  return values.includes(null) ? null : !deciding;
}
