import { requireKind, requireOptions } from "../../../util/misuse.ts";
import type { StoreRecord } from "../store.ts";

/** A leading U+FEFF is quoted too: readers would remove it as a byte order mark. */
const MUST_BE_QUOTED = /[",\r\n]|^\uFEFF/;

/** Text that a spreadsheet may run as a formula. */
const FORMULA = /^[=+\-@\t\r\n＝＋－＠]/;

/** How CSV is written. */
export interface CsvOptions {
  /**
   * Whether to prefix text that a spreadsheet may run as a formula, such as `=1+1`, with `'`. Programs that read the
   * CSV get the prefix too.
   */
  readonly escapeFormulas?: boolean;
}

/** The first line of CSV: the names of the columns. */
export function csvHeader(fields: readonly string[], options: CsvOptions = {}): string {
  requireKind(fields, "texts", "`csvHeader`: the fields");
  requireOptions(options, "csvHeader", { escapeFormulas: "boolean" });
  const isEscaped = options.escapeFormulas === true;
  return `${fields.map((field) => headerText(field, isEscaped)).join(",")}\r\n`;
}

/**
 * Records as CSV lines by RFC 4180: a blank is an empty cell, the empty text two quotes, a date its ISO form in UTC, a
 * list a JSON array. Reading them with the same schema returns the same records.
 *
 * @param fields which fields, in the order of the header
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

/** A name with a possible delimiter is quoted, so that readers detect the right one. */
function headerText(name: string, isEscaped: boolean): string {
  const text = csvText(name, isEscaped);
  return /[;\t|]/.test(text) && !text.startsWith('"') ? `"${text}"` : text;
}

function csvText(given: string, isEscaped: boolean): string {
  const text = isEscaped && FORMULA.test(given) ? `'${given}` : given;
  if (text !== "" && !MUST_BE_QUOTED.test(text)) return text;
  return `"${text.replaceAll('"', '""')}"`;
}

/** Records as NDJSON: one JSON object per line, with dates as ISO strings in UTC. */
export function ndjsonLines(records: readonly StoreRecord[]): string {
  requireKind(records, "objects", "`ndjsonLines`: the records");
  let lines = "";
  for (const record of records) lines += `${JSON.stringify(record)}\n`;
  return lines;
}
