// This folder writes the results of commands: records in order and in a format, values, and files.

import { basename } from "node:path";
import type { Field } from "../../schema/index.ts";
import { ESCAPED_CSV, FORMATS, type Format } from "../../service/response/format.ts";
import { writeParquet } from "../../stores/files/write-parquet.ts";
import type { StoreRecord } from "../../stores/store.ts";
import { markdownFormat, tableFormat, tsvFormat } from "./table-format.ts";

/** By their names; the width is that of the terminal, if records are written to one. */
const BY_NAME = {
  ndjson: () => FORMATS["application/x-ndjson"],
  json: () => FORMATS["application/json"],
  csv: () => FORMATS["text/csv"],
  tsv: tsvFormat,
  markdown: markdownFormat,
  table: tableFormat,
} as const satisfies Readonly<Record<string, (width: number | undefined) => Format>>;

/** How records are written. */
export type FormatName = keyof typeof BY_NAME | "parquet";

export const FORMAT_NAMES = [
  "ndjson",
  "json",
  "csv",
  "tsv",
  "markdown",
  "table",
  "parquet",
] as const satisfies readonly FormatName[];

/** How a format is written. */
export interface FormatOptions {
  /** The width of the terminal, if records are written to one. */
  readonly width?: number | undefined;
  /** Whether CSV is written for spreadsheets. */
  readonly isEscaped?: boolean;
}

/** Records in a format, piece by piece. */
export interface WrittenPieces {
  begin(): string;
  records(records: readonly StoreRecord[]): string | Uint8Array;
  end(): string | Uint8Array;
}

/** @param fields those that are written, in this order */
export async function formatNamed(
  name: FormatName,
  fields: readonly Field[],
  { width, isEscaped }: FormatOptions = {},
): Promise<WrittenPieces> {
  if (name === "parquet") {
    const { add, end } = await writeParquet(fields);
    return { begin: () => "", records: add, end };
  }
  const format: Format = name === "csv" && isEscaped === true ? ESCAPED_CSV : BY_NAME[name](width);
  const names = fields.map((field) => field.name);
  let isFirst = true;
  return {
    begin: () => format.begin(names),
    records: (records) => {
      const text = format.records(records, isFirst, names);
      isFirst = false;
      return text;
    },
    end: () => format.end,
  };
}

/** The option of commands that write CSV. */
export const ESCAPE_OPTION = {
  type: "flag",
  description:
    "Puts a `'` before texts in CSV that a spreadsheet may take for a formula, such as `=1+1`.",
} as const;

/** The format that belongs to the ending of a file's name; `undefined` if no format does. */
export function formatOfName(path: string | undefined): FormatName | undefined {
  const [, ending] = /\.([^.]+)$/.exec(basename(path ?? "")) ?? [];
  if (ending === "jsonl") return "ndjson";
  if (ending === "md") return "markdown";
  return FORMAT_NAMES.find((name) => name === ending?.toLowerCase());
}

/** The items of an iterable, in lists of a size. */
export function* batchesOf<T>(things: Iterable<T>, size: number): Generator<readonly T[]> {
  let batch: T[] = [];
  for (const thing of things) {
    batch.push(thing);
    if (batch.length < size) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}
