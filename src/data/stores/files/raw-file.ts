import type { LeftOut } from "../../../backends/arrow-layout/arrow-columns.ts";
import type { Field, Schema } from "../../../language/schema/index.ts";
import type { PositionUnit } from "./data-error.ts";

/** A file with unchecked records. Each format has its own implementation. */
export interface RawFile {
  readonly unit: PositionUnit;
  /** Whether every value is a string, as in CSV. */
  readonly isText: boolean;
  /** The columns of the file; `undefined` if each record has its own field names. */
  readonly names: readonly string[] | undefined;
  /** The columns that no field can represent. */
  readonly leftOut?: readonly LeftOut[];
  /** The key field, if the file declares it. */
  readonly key?: string | undefined;
  /** Whether `schema` infers types from the first records; otherwise the file declares them. */
  readonly isInferred: boolean;
  /** The fields of the file. Call at most once, and before `read`. */
  schema(): Promise<Schema>;
  /** The values of these fields, in this order. Call once. */
  read(fields: readonly Field[]): AsyncIterable<RawBatch>;
}

export interface RawBatch {
  /** For each field, one value for each record. */
  readonly columns: readonly ArrayLike<unknown>[];
  /** The line or the number of each record. */
  readonly positions: readonly number[];
}

/** The number of records read to infer the fields. */
export const RECORDS_LOOKED_AT = 10_000;

/** About the bytes after which no more records are read for that: 10,000 long records must not exhaust the memory. */
export const BYTES_LOOKED_AT = 16 * 1024 * 1024;

/**
 * The limit of a record's length in characters: a file without line ends, or with an unclosed quote, must not exhaust
 * the memory.
 */
export const LONGEST_RECORD = 64 * 1024 * 1024;
