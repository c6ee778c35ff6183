import type { ValueType } from "../types/value-type.ts";
import { ERROR, type Outcome } from "../values/plain.ts";
import { ERROR_VALUE, type ErrorValue } from "./error-value.ts";

/** A formula's value for a record; `null` is a blank of any type. */
export type Value = string | number | boolean | Date | readonly string[] | null | ErrorValue;

/** An outcome as callers see it. */
export function toValue(type: ValueType, outcome: Outcome): Value {
  if (outcome === ERROR) return ERROR_VALUE;
  if (outcome === null || outcome === "") return null;
  if (typeof outcome === "object" && outcome.length === 0) return null;
  return type === "date" && typeof outcome === "number" ? new Date(outcome) : outcome;
}
