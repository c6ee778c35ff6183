import { requireKind, requireOptions } from "../../../util/misuse.ts";
import type { StoreRecord } from "../store.ts";

/** The mark at a file's beginning, which readers take away, is none inside quotes. */
const MUST_BE_QUOTED = /[",\r\n]|^\uFEFF/;

/** A text that a spreadsheet may take for a formula. */
const FORMULA = /^[=+\-@\t\r\n＝＋－＠]/;

/** How CSV is written. */
export interface CsvOptions {
  /**
   * Whether a text that a spreadsheet may take for a formula, such as `=1+1`, gets a `'` before it. A program that
   * reads the CSV gets another text then.
   */
  readonly escapeFormulas?: boolean;
}

/** The first line of CSV, which names the columns. */
export function csvHeader(fields: readonly string[], options: CsvOptions = {}): string {
  requireKind(fields, "texts", "`csvHeader`: the fields");
  requireOptions(options, "csvHeader", { escapeFormulas: "boolean" });
  const isEscaped = options.escapeFormulas === true;
  return `${fields.map((field) => headerText(field, isEscaped)).join(",")}\r\n`;
}

/**
 * Records as lines of CSV, as RFC 4180 has it: a blank is nothing, the empty text two quotes, a date its ISO text in
 * UTC, a list a JSON array. Reading them with the same schema gives the same records.
 *
 * @param fields which, and in which order; as in the header
 */
export function csvLines(
  records: readonly StoreRecord[],
  fields: readonly string[],
  options: CsvOptions = {},
): string {
  requireKind(records, "objects", "`csvLines`: the records");
  requireKind(fields, "texts", "`csvLines`: the fields");
  requireOptions(options, "csvLines", { escapeFormulas: "boolean" });
  const isEscaped = options.escapeFormulas === true;
  let lines = "";
  for (const record of records) {
    for (let index = 0; index < fields.length; index++) {
      if (index > 0) lines += ",";
      lines += csvCell(record[fields[index] ?? ""], isEscaped);
    }
    lines += "\r\n";
  }
  return lines;
}

function csvCell(value: StoreRecord[string] | undefined, isEscaped: boolean): string {
  switch (typeof value) {
    case "string":
      return csvText(value, isEscaped);
    case "number":
    case "boolean":
      return String(value);
    default:
      if (value === null || value === undefined) return "";
      return value instanceof Date ? value.toISOString() : csvText(JSON.stringify(value), false);
  }
}

/** A name with a character that could be a delimiter is in quotes, so that readers find out the right one. */
function headerText(name: string, isEscaped: boolean): string {
  const text = csvText(name, isEscaped);
  return /[;\t|]/.test(text) && !text.startsWith('"') ? `"${text}"` : text;
}

function csvText(given: string, isEscaped: boolean): string {
  const text = isEscaped && FORMULA.test(given) ? `'${given}` : given;
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
