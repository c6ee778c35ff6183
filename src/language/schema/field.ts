import type { ValueType } from "../types/value-type.ts";

/** The role of a field: it is the value of `RECORD_ID()`, `CREATED_TIME()` or `LAST_MODIFIED_TIME()`. */
export type FieldRole = "key" | "created" | "modified";

/** The property of a field that holds its computation. Only `computationOf` reads it. */
export const COMPUTATION: unique symbol = Symbol.for("isoform.computation.1");

/** A field as formulas see it. */
export interface Field {
  /** The name that formulas use. */
  readonly name: string;
  /** The type of its values. */
  readonly type: ValueType;
  /** The role of the field in its record; most fields have none. */
  readonly role?: FieldRole;
  /** Whether its dates have a time of day; left out if that is not known. */
  readonly time?: boolean;
  /** The values of a text field, or the items of a list, if they are known. */
  readonly choices?: readonly string[];
  /** One sentence for people who write formulas. */
  readonly description?: string;
  /** The formula of a computed field; omitted for stored fields, and if the formula reads hidden fields. */
  readonly formula?: string;
  /** @internal The computation; omitted for stored fields. */
  readonly [COMPUTATION]?: object;
}

/** Whether a field is computed by a formula. All other fields are stored. */
export function isComputed(field: Field): boolean {
  return field[COMPUTATION] !== undefined;
}
