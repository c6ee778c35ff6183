import type { ValueType } from "../types/value-type.ts";
import { ERROR, type Outcome } from "./plain.ts";

/** The value of a record for an outcome: `null` for a blank and for an error. */
export function recordValue(
  type: ValueType,
  outcome: Outcome,
): string | number | boolean | Date | readonly string[] | null {
  if (outcome === ERROR || outcome === null || outcome === "") return null;
  if (typeof outcome === "object") return outcome.length === 0 ? null : outcome;
  return type === "date" && typeof outcome === "number" ? new Date(outcome) : outcome;
}
