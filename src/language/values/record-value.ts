import type { ValueType } from "../types/value-type.ts";
import { ERROR, type Outcome } from "./plain.ts";

/** Converts an outcome to a value of a record: `null` for a blank and for an error. */
export function recordValue(
  type: ValueType,
  outcome: Outcome,
): string | number | boolean | Date | readonly string[] | null {
  if (outcome === ERROR || outcome === null || outcome === "") return null;
  if (typeof outcome === "object") return outcome.length === 0 ? null : outcome;
  return type === "date" && typeof outcome === "number" ? new Date(outcome) : outcome;
}
