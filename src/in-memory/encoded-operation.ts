import { applyStrict } from "../core/evaluate.ts";
import type { StrictNode, StrictOperation } from "../core/meaning.ts";
import { datePart, startOf } from "../values/date/index.ts";
import { numberText } from "../values/number/index.ts";
import { ERROR, type Plain } from "../values/plain.ts";
import { regexTest } from "../values/regex/index.ts";
import {
  concatText,
  findText,
  lowerText,
  sliceText,
  textLength,
  trimText,
  upperText,
} from "../values/text/index.ts";
import { BLANK, decode, type Encoded, encode, errorOf } from "./encoding.ts";

/** A strict operation on encoded operands. */
export type EncodedOperation = (...operands: readonly Encoded[]) => Encoded;

const isOrdinary = (value: number): boolean => value - value === 0;
const finite = (value: number): number => (isOrdinary(value) ? value : Number.NaN);

type TextFunction = (text: string) => Encoded;
const ofText =
  (apply: TextFunction): EncodedOperation =>
  (text) =>
    typeof text === "string" ? apply(text) : null;

/** Blank stays blank and an error an error: what is left is applied to an ordinary number. */
const ofNumber =
  (apply: (value: number) => number): EncodedOperation =>
  (value) => {
    const given = Number(value);
    return isOrdinary(given) ? apply(given) : given;
  };

/** Blank wins over numbers and an error over both: `Infinity` and `NaN` add up to just that. */
const ofNumbers =
  (apply: (a: number, b: number) => number): EncodedOperation =>
  (a, b) => {
    const first = Number(a);
    const second = Number(b);
    if (isOrdinary(first) && isOrdinary(second)) return apply(first, second);
    return Number.isNaN(first) || Number.isNaN(second) ? Number.NaN : BLANK;
  };

/**
 * The operation of a node on encoded operands: a short form for those that filters use much, the core's own meaning
 * between a decoding and an encoding for the others.
 */
export function encodedOperation(node: StrictNode): EncodedOperation {
  const short = shortForm(node);
  if (short !== undefined) return short;
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

function shortForm(node: StrictNode): EncodedOperation | undefined {
  switch (node.op) {
    case "add":
      return ofNumbers((a, b) => finite(a + b));
    case "subtract":
      return ofNumbers((a, b) => finite(a - b));
    case "multiply":
      return ofNumbers((a, b) => finite(a * b));
    case "divide":
      return ofNumbers((a, b) => finite(a / b));
    case "millisecondsBetween":
      return ofNumbers((a, b) => a - b);
    case "abs":
      return ofNumber(Math.abs);
    case "floor":
      return ofNumber(Math.floor);
    case "sqrt":
      return ofNumber((value) => finite(Math.sqrt(value)));
    case "length":
      return (text) => (typeof text === "string" ? textLength(text) : Number.NaN);
    case "find":
      return (needle, text, start) =>
        typeof needle === "string" &&
        typeof text === "string" &&
        typeof start === "number" &&
        !Number.isNaN(start)
          ? findText(needle, text, start)
          : Number.NaN;
    case "slice":
      return (text, start, count) =>
        typeof text === "string" &&
        typeof start === "number" &&
        typeof count === "number" &&
        isOrdinary(start) &&
        isOrdinary(count)
          ? sliceText(text, start, count)
          : null;
    case "lower":
      return ofText(lowerText);
    case "upper":
      return ofText(upperText);
    case "trim":
      return ofText(trimText);
    case "regexMatch": {
      const { data } = node;
      return ofText((text) => regexTest(data, text));
    }
    case "concat":
      return (...texts) => {
        const whole: string[] = [];
        for (const text of texts) {
          if (typeof text !== "string") return null;
          whole.push(text);
        }
        return concatText(whole) ?? null;
      };
    case "numberText":
      return (value) => {
        if (value === BLANK) return "";
        return typeof value === "number" && !Number.isNaN(value) ? numberText(value) : null;
      };
    case "datePart": {
      const { data } = node;
      return ofNumber((date) => datePart(data, date));
    }
    case "startOf": {
      const { data } = node;
      return ofNumber((date) => startOf(data, date));
    }
    default:
      return undefined;
  }
}

/** AND of values: one FALSE decides, then an error counts. */
export const conjunction: EncodedOperation = (...values) => decide(values, false);

/** OR of values: one TRUE decides, then an error counts. */
export const disjunction: EncodedOperation = (...values) => decide(values, true);

function decide(values: readonly Encoded[], deciding: boolean): Encoded {
  if (values.includes(deciding)) return deciding;
  return values.includes(null) ? null : !deciding;
}
