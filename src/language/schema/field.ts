import type { ValueType } from "../types/value-type.ts";

/** The role of a field: it is the value of `RECORD_ID()`, `CREATED_TIME()` or `LAST_MODIFIED_TIME()`. */
export type FieldRole = "key" | "created" | "modified";

/** The property of a field that leads to what computes it. Only `computationOf` of the core reads it. */
export const COMPUTATION: unique symbol = Symbol.for("isoform.computation.1");

/** A field as formulas see it. */
export interface Field {
  /** The name, as formulas write it. */
  readonly name: string;
  /** The type of its values. */
  readonly type: ValueType;
  /** What the field is for its record; most fields have no role. */
  readonly role?: FieldRole;
  /** One sentence for people who write formulas. */
  readonly description?: string;
  /** The formula that computes it; left out if records have it themselves, or if the formula reads hidden fields. */
  readonly formula?: string;
  /** @internal What computes it; left out if records have it themselves. */
  readonly [COMPUTATION]?: object;
}

/** Whether a field is computed by a formula. Records have all other fields themselves. */
export function isComputed(field: Field): boolean {
  return field[COMPUTATION] !== undefined;
}
