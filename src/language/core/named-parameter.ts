import type { ValueType } from "../types/value-type.ts";

/** A parameter of a formula: a value that the program supplies when it binds the formula, not the record. */
export interface NamedParameter {
  /** Its name, without the `$`. */
  readonly name: string;
  readonly type: ValueType;
  /** Its index among the parameters of the formula. */
  readonly index: number;
}
