import type { SchemaJson } from "../../schema/index.ts";
import type { RawColumns } from "./convert-columns.ts";
import type { JsonParser, JsonTexts } from "./json-texts.ts";

/** A file's records, not yet looked at, which are read in one of these ways. */
export type RawRecords =
  | {
      readonly kind: "objects";
      readonly unit: "line" | "record";
      readonly parser: JsonParser;
      readonly texts: AsyncIterable<JsonTexts>;
    }
  | {
      /** Cells are texts, whatever they mean. */
      readonly kind: "texts";
      readonly unit: "line";
      readonly header: readonly string[];
      readonly read: (wanted: Iterable<string>) => AsyncIterable<RawColumns>;
    }
  | {
      /** The file knows the types of its columns. */
      readonly kind: "columns";
      readonly unit: "record";
      readonly fields: SchemaJson["fields"];
      readonly read: (columns: readonly string[]) => AsyncIterable<RawColumns>;
    };

/** More than a record can sensibly be: a file without line ends, or with an open quote, is not read into memory whole. */
export const MAX_RECORD_BYTES = 64 * 1024 * 1024;
