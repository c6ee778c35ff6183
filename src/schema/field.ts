import type { ValueType } from "../types/value-type.ts";

/** What a field is for beside its value: it answers `RECORD_ID()`, `CREATED_TIME()` or `LAST_MODIFIED_TIME()`. */
export type FieldRole = "key" | "created" | "modified";

/** A field as formulas see it. */
export interface Field {
  readonly name: string;
  readonly type: ValueType;
  readonly role?: FieldRole;
  /** One sentence for people who write formulas. */
  readonly description?: string;
}
