// This folder writes the results of commands: sorted records in a format, values, and files.

import { basename } from "node:path";
import { writeArrow } from "../../../data/stores/files/write-arrow.ts";
import { writeParquet } from "../../../data/stores/files/write-parquet.ts";
import type { WrittenBytes } from "../../../data/stores/files/written-bytes.ts";
import type { StoreRecord } from "../../../data/stores/store.ts";
import type { Field } from "../../../language/schema/index.ts";
import { ESCAPED_CSV, FORMATS, type Format } from "../../service/response/record-format.ts";
import { markdownFormat, tableFormat, tsvFormat } from "./table-format.ts";

/** Text formats by name. `width` is that of the terminal, if records are written to one. */
const BY_NAME = {
  ndjson: () => FORMATS["application/x-ndjson"],
  json: () => FORMATS["application/json"],
  csv: () => FORMATS["text/csv"],
  tsv: tsvFormat,
  markdown: markdownFormat,
  table: tableFormat,
} as const satisfies Readonly<Record<string, (width: number | undefined) => Format>>;

/** Binary formats by name, each with a title for messages and its writer. */
const BINARY = {
  parquet: { title: "Parquet", write: writeParquet },
  arrow: { title: "Arrow", write: (fields) => writeArrow(fields, "file") },
  arrows: { title: "Arrow", write: (fields) => writeArrow(fields, "stream") },
} as const satisfies Readonly<
  Record<string, { readonly title: string; write(fields: readonly Field[]): Promise<WrittenBytes> }>
>;

export type FormatName = keyof typeof BY_NAME | keyof typeof BINARY;

export const FORMAT_NAMES = [
  "ndjson",
  "json",
  "csv",
  "tsv",
  "markdown",
  "table",
  "parquet",
  "arrow",
  "arrows",
] as const satisfies readonly FormatName[];

export interface OutputOptions {
  /** The width of the terminal, if records are written to one. */
  readonly width?: number | undefined;
  /** Whether to escape CSV for spreadsheets. */
  readonly isEscaped?: boolean;
}

/** Records in a format, in chunks. */
export interface WrittenChunks {
  begin(): string;
  records(records: readonly StoreRecord[]): string | Uint8Array;
  end(): string | Uint8Array;
}

/** @param fields the fields to write, in this order */
export async function formatNamed(
  name: FormatName,
  fields: readonly Field[],
  { width, isEscaped }: OutputOptions = {},
): Promise<WrittenChunks> {
  if (isBinary(name)) {
    const { add, end } = await BINARY[name].write(fields);
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

function isBinary(name: FormatName): name is keyof typeof BINARY {
  return name in BINARY;
}

/** The title of a binary format; `undefined` for text. */
export function binaryTitle(name: FormatName): string | undefined {
  return isBinary(name) ? BINARY[name].title : undefined;
}

/** The option for escaping CSV. */
export const ESCAPE_OPTION = {
  type: "flag",
  description:
    "Puts a `'` before texts in CSV that a spreadsheet may take for a formula, such as `=1+1`.",
} as const;

/** The format by a file's extension; `undefined` if it is unknown. */
export function formatOfName(path: string | undefined): FormatName | undefined {
  const [, ending] = /\.([^.]+)$/.exec(basename(path ?? "")) ?? [];
  if (ending === "jsonl") return "ndjson";
  if (ending === "md") return "markdown";
  if (ending === "feather" || ending === "ipc") return "arrow";
  return FORMAT_NAMES.find((name) => name === ending?.toLowerCase());
}

/** Splits an iterable into arrays of a size. */
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
