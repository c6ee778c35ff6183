// How Arrow and Parquet store values, and what the values mean as fields.

import type { ValueType } from "../../language/types/value-type.ts";

/** A column of Parquet or Arrow that a type of field can represent. */
export interface StoredColumn {
  readonly name: string;
  readonly type: ValueType;
  /** For dates: whether they have a time of day. */
  readonly time?: true;
  /** Converts a stored value to a value of the field. */
  readonly decode: Decode;
  /** Converts a stored value to a text, for a field of texts; `undefined` if the values have no canonical spelling. */
  readonly spell?: Decode;
  /** For numbers that may have more digits than a double: whether a value does. */
  readonly isLong?: (value: unknown) => boolean;
  /** No value whose magnitude is at most this is long. */
  readonly safe?: number;
}

export type Decode = (value: unknown) => unknown;
