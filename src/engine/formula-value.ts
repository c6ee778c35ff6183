import type { ValueType } from "../language/types/value-type.ts";
import { ERROR, type ErrorValue, type Outcome } from "../language/values/plain.ts";

/** A formula's value for a record; `null` is a blank of any type. */
export type Value = string | number | boolean | Date | readonly string[] | null | ErrorValue;

/** Whether a value that `evaluate` returned is an error. */
export function isErrorValue(value: unknown): value is ErrorValue {
  return value === ERROR;
}

/** Converts an outcome to the value that callers get: a blank becomes `null`, and a date becomes a `Date`. */
export function toValue(type: ValueType, outcome: Outcome): Value {
  if (outcome === ERROR) return outcome;
  if (outcome === null || outcome === "") return null;
  if (typeof outcome === "object" && outcome.length === 0) return null;
  return type === "date" && typeof outcome === "number" ? new Date(outcome) : outcome;
}
