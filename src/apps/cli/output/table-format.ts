import type { StoreRecord } from "../../../data/stores/store.ts";
import { visibleText, visibleWidth } from "../../../language/source/visible-text.ts";
import type { Format } from "../../service/response/record-format.ts";

type ShownCell = StoreRecord[string] | undefined;

/** A value on one line, for people. */
function shownCell(value: ShownCell): string {
  if (value === null || value === undefined) return "";
  if (value instanceof Date) return value.toISOString();
  return visibleText(Array.isArray(value) ? value.join(", ") : String(value));
}

const WIDEST_CELL = 40;
const NARROWEST_CELL = 12;
const GAP = "  ";

/**
 * A table for people. The first records determine the widths of columns; longer values are truncated.
 *
 * @param width the width of the terminal; without it, no value is truncated and no column omitted
 */
export function tableFormat(width: number | undefined): Format {
  let columns: readonly TableColumn[] | undefined;
  let names: readonly string[] = [];
  const head = (records: readonly StoreRecord[]): string => {
    columns = columnsOf(records, names, width);
    const titles = columns.map(({ name, width: one }) => padded(visibleText(name), one, false));
    const lines = columns.map(({ width: one }) => "-".repeat(one));
    return `${titles.join(GAP).trimEnd()}\n${lines.join(GAP)}\n`;
  };
  return {
    contentType: "text/plain",
    begin: (fields) => {
      names = fields;
      return "";
    },
    records: (records) => {
      const begin = columns === undefined ? head(records) : "";
      const known = columns ?? [];
      const lines = records.map((record) =>
        known
          .map(({ name, width: one }) => {
            const value = record[name];
            return padded(shownCell(value), one, typeof value === "number");
          })
          .join(GAP)
          .trimEnd(),
      );
      return begin + lines.map((line) => `${line}\n`).join("");
    },
    get end() {
      const begin = columns === undefined ? head([]) : "";
      const left = names.slice(columns?.length ?? 0).map(visibleText);
      if (left.length === 0) return begin;
      return `${begin}(not shown: ${left.join(", ")}; --fields chooses)\n`;
    },
  };
}

interface TableColumn {
  readonly name: string;
  readonly width: number;
}

function columnsOf(
  records: readonly StoreRecord[],
  names: readonly string[],
  room: number | undefined,
): readonly TableColumn[] {
  const columns = names.map((name) => ({
    name,
    width: records.reduce(
      (most, record) => Math.max(most, visibleWidth(shownCell(record[name]))),
      Math.max(visibleWidth(name), 1),
    ),
  }));
  if (room === undefined) return columns;
  let fitting: TableColumn[] = [];
  for (let most = WIDEST_CELL; most >= NARROWEST_CELL; most -= 4) {
    fitting = columns.map(({ name, width }) => ({ name, width: Math.min(width, most) }));
    if (widthOf(fitting) <= room) return fitting;
  }
  while (fitting.length > 1 && widthOf(fitting) > room) fitting.pop();
  return fitting;
}

function widthOf(columns: readonly TableColumn[]): number {
  return columns.reduce((sum, { width }) => sum + width + GAP.length, -GAP.length);
}

/** Pads or truncates a string to a width. */
function padded(text: string, width: number, isRight: boolean): string {
  const own = visibleWidth(text);
  if (own > width) return cut(text, width);
  const space = " ".repeat(width - own);
  return isRight ? space + text : text + space;
}

function cut(text: string, width: number): string {
  let kept = "";
  let used = 0;
  for (const character of text) {
    const own = visibleWidth(character);
    if (used + own > width - 1) break;
    kept += character;
    used += own;
  }
  return `${kept}…${" ".repeat(Math.max(0, width - 1 - used))}`;
}

export function markdownFormat(): Format {
  const line = (cells: readonly string[]): string => `| ${cells.join(" | ")} |\n`;
  return {
    contentType: "text/markdown",
    begin: (fields) => line(fields.map(markdownText)) + line(fields.map(() => "---")),
    records: (records, _, fields) =>
      records
        .map((record) =>
          line(
            fields.map((name) => {
              const value = record[name];
              return typeof value === "string"
                ? markdownText(value)
                : markdownText(shownCell(value));
            }),
          ),
        )
        .join(""),
    end: "",
  };
}

/** Escapes Markdown and line breaks for a cell. */
function markdownText(text: string): string {
  return text
    .split(/\r\n|\r|\n/)
    .map((one) => visibleText(one).replace(/[\\`*_[\]<>|~#&]/g, "\\$&"))
    .join("<br>");
}

export function tsvFormat(): Format {
  const line = (cells: readonly string[]): string => `${cells.join("\t")}\n`;
  return {
    contentType: "text/tab-separated-values",
    begin: (fields) => line(fields.map(tsvText)),
    records: (records, _, fields) =>
      records.map((record) => line(fields.map((name) => tsvCell(record[name])))).join(""),
    end: "",
  };
}

function tsvCell(value: ShownCell): string {
  if (value === null || value === undefined) return "";
  if (value instanceof Date) return value.toISOString();
  return typeof value === "string"
    ? tsvText(value)
    : tsvText(Array.isArray(value) ? JSON.stringify(value) : String(value));
}

function tsvText(text: string): string {
  return text !== "" && !/["\t\r\n]|^\uFEFF/.test(text) ? text : `"${text.replaceAll('"', '""')}"`;
}
