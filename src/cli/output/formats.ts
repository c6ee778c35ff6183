// This folder writes the results of commands: records in order and in a format, values, and files.

import { basename } from "node:path";
import { FORMATS, type Format } from "../../service/response/format.ts";

const BY_NAME = {
  ndjson: FORMATS["application/x-ndjson"],
  json: FORMATS["application/json"],
  csv: FORMATS["text/csv"],
} as const satisfies Readonly<Record<string, Format>>;

/** How records are written. */
export type FormatName = keyof typeof BY_NAME;

export const FORMAT_NAMES = ["ndjson", "json", "csv"] as const satisfies readonly FormatName[];

export function formatNamed(name: FormatName): Format {
  return BY_NAME[name];
}

/** The format that belongs to the ending of a file's name; `undefined` if no format does. */
export function formatOfName(path: string | undefined): FormatName | undefined {
  const [, ending] = /\.([^.]+)$/.exec(basename(path ?? "")) ?? [];
  if (ending === "jsonl") return "ndjson";
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
