import { requireKind } from "../../util/misuse.ts";
import type { StoreRecord } from "../store.ts";

/** The mark at a file's beginning, which readers take away, is none inside quotes. */
const MUST_BE_QUOTED = /[",\r\n]|^\uFEFF/;

/** The first line of CSV, which names the columns. */
export function csvHeader(fields: readonly string[]): string {
  requireKind(fields, "texts", "`csvHeader`: the fields");
  return `${fields.map((field) => csvText(field)).join(",")}\r\n`;
}

/**
 * Records as lines of CSV, as RFC 4180 has it: a blank is nothing, the empty text two quotes, a date its ISO text in
 * UTC, a list a JSON array. Reading them with the same schema gives the same records.
 *
 * @param fields which, and in which order; as in the header
 */
export function csvLines(records: readonly StoreRecord[], fields: readonly string[]): string {
  requireKind(records, "objects", "`csvLines`: the records");
  requireKind(fields, "texts", "`csvLines`: the fields");
  let lines = "";
  for (const record of records) {
    for (let index = 0; index < fields.length; index++) {
      if (index > 0) lines += ",";
      lines += csvCell(record[fields[index] ?? ""]);
    }
    lines += "\r\n";
  }
  return lines;
}

function csvCell(value: StoreRecord[string] | undefined): string {
  switch (typeof value) {
    case "string":
      return csvText(value);
    case "number":
    case "boolean":
      return String(value);
    default:
      if (value === null || value === undefined) return "";
      return value instanceof Date ? value.toISOString() : csvText(JSON.stringify(value));
  }
}

function csvText(text: string): string {
  if (text !== "" && !MUST_BE_QUOTED.test(text)) return text;
  return `"${text.replaceAll('"', '""')}"`;
}

/** Records as NDJSON: one JSON object in a line, dates as ISO text in UTC. */
export function ndjsonLines(records: readonly StoreRecord[]): string {
  requireKind(records, "objects", "`ndjsonLines`: the records");
  let lines = "";
  for (const record of records) lines += `${JSON.stringify(record)}\n`;
  return lines;
}
