import type { StoreRecord } from "../../stores/store.ts";

/** How records are written. */
export interface Format {
  readonly contentType: string;
  /** What stands before the first record. */
  begin(fields: readonly string[]): string;
  /** Some records; `isFirst` where none was written before. */
  records(records: readonly StoreRecord[], isFirst: boolean, fields: readonly string[]): string;
  /** What stands after the last record: without it an answer is not whole. */
  readonly end: string;
}

const json: Format = {
  contentType: "application/json; charset=utf-8",
  begin: () => "[",
  // One call for many records is the fastest there is; its brackets go.
  records: (records, isFirst) => {
    const list = JSON.stringify(records);
    return isFirst ? list.slice(1, -1) : `,${list.slice(1, -1)}`;
  },
  end: "]",
};

const ndjson: Format = {
  contentType: "application/x-ndjson; charset=utf-8",
  begin: () => "",
  records: (records) => records.map((record) => `${JSON.stringify(record)}\n`).join(""),
  end: "",
};

const csv: Format = {
  contentType: "text/csv; charset=utf-8; header=present",
  begin: (fields) => `${fields.map(csvText).join(",")}\r\n`,
  records: (records, _, fields) =>
    records
      .map((record) => `${fields.map((name) => csvCell(record[name])).join(",")}\r\n`)
      .join(""),
  end: "",
};

/** A blank is nothing at all, and an empty text is a pair of quotes. */
function csvCell(value: StoreRecord[string] | undefined): string {
  if (value === null || value === undefined) return "";
  if (typeof value === "string") return csvText(value);
  if (value instanceof Date) return value.toISOString();
  if (typeof value === "object") return csvText(JSON.stringify(value));
  return String(value);
}

function csvText(text: string): string {
  return text === "" || /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** By media type, in the order of our preference. */
export const FORMATS = {
  "application/json": json,
  "application/x-ndjson": ndjson,
  "text/csv": csv,
} as const satisfies Readonly<Record<string, Format>>;

export type MediaType = keyof typeof FORMATS;

// The keys of an object of ours.
export const MEDIA_TYPES = Object.keys(FORMATS) as readonly MediaType[];
