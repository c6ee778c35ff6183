import type { ValueType } from "../../language/types/value-type.ts";
import { ERROR, type Outcome } from "../../language/values/plain.ts";

/**
 * The representation of outcomes in the fast evaluators: arithmetic and comparisons work on plain numbers. For numbers
 * and dates, a blank is `Infinity` and an error is `NaN`; neither is a value of the language. For texts, lists and
 * booleans, an error is `null`. All other values represent themselves.
 */
export type Encoded = number | string | boolean | readonly string[] | null;

export const BLANK: number = Number.POSITIVE_INFINITY;

export function encode(type: ValueType, outcome: Outcome): Encoded {
  if (outcome === ERROR) return errorOf(type);
  return outcome === null ? BLANK : outcome;
}

export function decode(type: ValueType, encoded: Encoded): Outcome {
  if (type === "number" || type === "date") {
    if (encoded === BLANK) return null;
    return Number.isNaN(encoded) || typeof encoded !== "number" ? ERROR : encoded + 0;
  }
  return encoded === null ? ERROR : encoded;
}

/** The encoded error of a type. */
export function errorOf(type: ValueType): Encoded {
  return type === "number" || type === "date" ? Number.NaN : null;
}
