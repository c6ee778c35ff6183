import type { Field, Schema } from "../../../language/schema/index.ts";
import type { CsvDialect } from "./csv-parser.ts";
import type { PlaceUnit } from "./data-error.ts";

/** A file whose records were not checked yet. Each format of files makes one. */
export interface RawFile {
  readonly unit: PlaceUnit;
  /** Whether every value is a text, whatever it stands for. */
  readonly isText: boolean;
  /** The columns of the file; `undefined` if each record names its own fields. */
  readonly names: readonly string[] | undefined;
  /** The columns that no field can stand for. */
  readonly leftOut?: readonly LeftOut[];
  /** The field that identifies a record, if the file tells. */
  readonly key?: string | undefined;
  /** Whether `schema` guesses from the first records; otherwise the file declares its types. */
  readonly isInferred: boolean;
  /** How it is divided; `undefined` if it has to be read from the beginning to the end. */
  readonly division?: Division | undefined;
  /** The fields of the file. To be called at most once, before `read`. */
  schema(): Promise<Schema>;
  /** The values of these fields, in this order. To be called once. */
  read(fields: readonly Field[]): AsyncIterable<RawBatch>;
}

/** How a file of text is divided into parts that end where records do, and are read each by itself. */
export type Division = { readonly kind: "ndjson" } | CsvDivision;

export interface CsvDivision {
  readonly kind: "csv";
  readonly dialect: CsvDialect;
  readonly header: readonly string[];
}

/** A file cannot be divided into parts. Read from its beginning to its end, it tells what is wrong with it, if anything is. */
export class Undivided extends Error {
  override readonly name = "Undivided";
}

/** A column that no field can stand for. */
export interface LeftOut {
  readonly name: string;
  readonly reason: string;
}

/** The raw values of some records. */
export interface RawBatch {
  /** For each field, the values of all records. */
  readonly columns: readonly ArrayLike<unknown>[];
  /** The line, or the number, of each record. */
  readonly places: readonly number[];
}

/** How many records are read to find out the fields. */
export const RECORDS_LOOKED_AT = 10_000;

/** The longest record in characters: a file without line ends, or with an open quote, must not fill the memory. */
export const LONGEST_RECORD = 64 * 1024 * 1024;
