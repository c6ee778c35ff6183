import type { ValueType } from "../types/value-type.ts";

/** The role of a field: it is the value of `RECORD_ID()`, `CREATED_TIME()` or `LAST_MODIFIED_TIME()`. */
export type FieldRole = "key" | "created" | "modified";

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
}
