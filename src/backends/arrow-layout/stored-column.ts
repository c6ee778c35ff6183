// How Arrow and Parquet store values, and what the values mean to a field.

import type { ValueType } from "../../language/types/value-type.ts";

/** A column of Parquet or Arrow that a field can stand for. */
export interface StoredColumn {
  readonly name: string;
  readonly type: ValueType;
  /** Makes a value of what the reader hands over. */
  readonly decode: Decode;
  /** Makes the text that a value is in a field of texts; `undefined` if the values have no spelling of their own. */
  readonly spell?: Decode;
  /** For a column of numbers that may have more digits than a double keeps: whether a value has. */
  readonly isLong?: (value: unknown) => boolean;
  /** No value that is this far from 0, or less, is long. */
  readonly safe?: number;
}

export type Decode = (value: unknown) => unknown;
