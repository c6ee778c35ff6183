import {
  type CsvOptions,
  csvHeader,
  csvLines,
  ndjsonLines,
} from "../../../data/stores/files/write-records.ts";
import type { StoreRecord, WrittenFormat } from "../../../data/stores/store.ts";

/** A format of records. */
export interface Format {
  readonly contentType: string;
  /** The format's name for stores that can write it themselves. */
  readonly written?: WrittenFormat;
  /** The beginning, before the first record. */
  begin(fields: readonly string[]): string;
  /** Serializes records; `isFirst` if they are the first ones. */
  records(records: readonly StoreRecord[], isFirst: boolean, fields: readonly string[]): string;
  /** The end, after the last record. A response without it is incomplete. */
  readonly end: string;
}

/**
 * Records serialized at once. Strings much larger than a chunk would be allocated as large objects, which are collected
 * late: a million records then temporarily left 100 MB of garbage.
 */
export const AT_ONCE = 64;

const json: Format = {
  contentType: "application/json; charset=utf-8",
  written: "json",
  begin: () => "[",
  // A single `JSON.stringify` of many records is fastest. The brackets are removed.
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

/** A record with some of its fields. A missing field is blank. */
export function pick(record: StoreRecord, names: readonly string[]): StoreRecord {
  return Object.fromEntries(names.map((name) => [name, record[name] ?? null]));
}

/** The formats by media type, in order of preference. */
export const FORMATS = {
  "application/json": json,
  "application/x-ndjson": ndjson,
  "text/csv": csvFormat({}),
} as const satisfies Readonly<Record<string, Format>>;

/** CSV for spreadsheets, in which no text runs as a formula. */
export const ESCAPED_CSV: Format = csvFormat({ escapeFormulas: true });

export type MediaType = keyof typeof FORMATS;

// `Object.keys` returns `string[]`, but the object has no other keys.
export const MEDIA_TYPES = Object.keys(FORMATS) as readonly MediaType[];
