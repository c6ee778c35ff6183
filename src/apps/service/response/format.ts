import {
  type CsvOptions,
  csvHeader,
  csvLines,
  ndjsonLines,
} from "../../../data/stores/files/write-records.ts";
import type { StoreRecord, WrittenFormat } from "../../../data/stores/store.ts";

/** A way to write records. */
export interface Format {
  readonly contentType: string;
  /** The name of the format for stores that write it by themselves. */
  readonly written?: WrittenFormat;
  /** The text before the first record. */
  begin(fields: readonly string[]): string;
  /** The text of some records; `isFirst` if none was written before. */
  records(records: readonly StoreRecord[], isFirst: boolean, fields: readonly string[]): string;
  /** The text after the last record: without it an answer is not whole. */
  readonly end: string;
}

/**
 * Records that are written at once. Texts much larger than a piece would be objects that the engine collects late: a
 * million records as text then left 100 MB behind, for a while.
 */
export const AT_ONCE = 64;

const json: Format = {
  contentType: "application/json; charset=utf-8",
  written: "json",
  begin: () => "[",
  // One call for many records is the fastest way. The brackets around them are removed.
  records: (records, isFirst) => {
    const list = JSON.stringify(records);
    return isFirst ? list.slice(1, -1) : `,${list.slice(1, -1)}`;
  },
  end: "]",
};

const ndjson: Format = {
  contentType: "application/x-ndjson; charset=utf-8",
  written: "ndjson",
  begin: () => "",
  records: ndjsonLines,
  end: "",
};

function csvFormat(options: CsvOptions): Format {
  return {
    contentType: "text/csv; charset=utf-8; header=present",
    begin: (fields) => csvHeader(fields, options),
    records: (records, _, fields) => csvLines(records, fields, options),
    end: "",
  };
}

/** A record with some of its fields. A field that it does not have is blank. */
export function pick(record: StoreRecord, names: readonly string[]): StoreRecord {
  return Object.fromEntries(names.map((name) => [name, record[name] ?? null]));
}

/** The formats by their media types, in the order of our preference. */
export const FORMATS = {
  "application/json": json,
  "application/x-ndjson": ndjson,
  "text/csv": csvFormat({}),
} as const satisfies Readonly<Record<string, Format>>;

/** CSV for spreadsheets: no text of a record is taken for a formula. */
export const ESCAPED_CSV: Format = csvFormat({ escapeFormulas: true });

export type MediaType = keyof typeof FORMATS;

// The object has no other keys, but `Object.keys` has the type of any text.
export const MEDIA_TYPES = Object.keys(FORMATS) as readonly MediaType[];
