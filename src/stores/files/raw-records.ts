import type { SchemaJson } from "../../schema/index.ts";
import type { PlaceUnit } from "./data-error.ts";

/** Records as a file has them, not yet looked at. */
export interface RawBatch {
  /** Objects as JSON gives them, or lists of cells. */
  readonly rows: readonly unknown[];
  /** Where each of them stands. */
  readonly places: readonly number[];
}

/** A file's records, each read in one of these ways. */
export type RawRecords =
  | {
      readonly kind: "objects";
      readonly unit: PlaceUnit;
      readonly batches: AsyncIterable<RawBatch>;
    }
  | {
      /** Cells are texts, whatever they mean; each row has one for each name of the header. */
      readonly kind: "texts";
      readonly unit: "line";
      readonly header: readonly string[];
      readonly batches: AsyncIterable<RawBatch>;
    }
  | {
      /** The file knows the types of its columns, and reads only those that are asked for. */
      readonly kind: "columns";
      readonly unit: "record";
      readonly fields: SchemaJson["fields"];
      readonly read: (columns: readonly string[]) => AsyncIterable<RawBatch>;
    };

/** More than a record can sensibly be: a file without line ends, or with an open quote, is not read into memory whole. */
export const MAX_RECORD_BYTES = 64 * 1024 * 1024;
