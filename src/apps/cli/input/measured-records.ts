import { Buffer } from "node:buffer";
import { stat } from "node:fs/promises";
import { addAbortSignal } from "node:stream";
import { type Bytes, bytesOfFile, peek, unzipped } from "../../../data/stores/files/bytes.ts";
import { type FileFormat, formatOf, isBinary } from "../../../data/stores/files/file-format.ts";
import { findFiles } from "../../../data/stores/files/find-files.ts";
import {
  type ReadOptions,
  type RecordBatch,
  type RecordFile,
  readOpened,
  readRecords,
} from "../../../data/stores/files/read-file.ts";
import { readTogether } from "../../../data/stores/files/read-files.ts";
import { quote } from "../../../util/quote.ts";
import { CliFailure } from "../cli-failure.ts";
import type { Host } from "../terminal/host.ts";
import type { ProgressMeasure } from "../terminal/progress.ts";
import type { Terminal } from "../terminal/terminal.ts";
import { type RecordsOptions, readOptions } from "./record-file.ts";

/** Records in sequence, and the progress of reading them. */
export interface MeasuredRecords {
  readonly file: RecordFile;
  readonly measure: ProgressMeasure;
}

/**
 * Opens files of records as one table, or standard input for `-`. Counts the bytes read, and reports columns that no
 * field can represent.
 */
export async function openRecords(
  given: readonly string[],
  options: RecordsOptions,
  terminal: Terminal,
  signal: AbortSignal = new AbortController().signal,
): Promise<MeasuredRecords> {
  const read = await readOptions(options);
  const paths = (await Promise.all(given.map(findFiles))).flat();
  const [first, ...others] = paths;
  if (first === undefined) throw new CliFailure("usage", "a file of records is missing");
  if (paths.filter((path) => path === "-").length > 1) {
    throw new CliFailure("usage", "the standard input can be read only once");
  }
  const measure: ProgressMeasure = { done: 0, total: await bytesIn(paths, read), records: 0 };
  const file = await readTogether([first, ...others], read, (path, how) =>
    openOne(path, how, measure, terminal.host, signal),
  );
  for (const { name, reason } of file.leftOut) {
    terminal.say(`isoform: ${paths[0]}: ${quote(name)} is left out: ${reason}`);
  }
  return { file: { ...file, batches: counted(file.batches, measure) }, measure };
}

async function* counted(
  batches: AsyncIterable<RecordBatch>,
  measure: ProgressMeasure,
): AsyncIterable<RecordBatch> {
  for await (const batch of batches) {
    measure.records += batch.records.length;
    yield batch;
  }
}

/** The total size; `undefined` if it is unknown, or if the files are not read sequentially. */
async function bytesIn(
  paths: readonly string[],
  { format }: ReadOptions,
): Promise<number | undefined> {
  let total = 0;
  for (const path of paths) {
    if (path === "-" || isBinary(format ?? formatOf(path))) return undefined;
    // Opening a missing file reports it.
    total += (await stat(path).catch(() => ({ size: 0 }))).size;
  }
  return total;
}

const STANDARD_INPUT = "the standard input";

async function openOne(
  path: string,
  options: ReadOptions,
  measure: ProgressMeasure,
  { stdin }: Host,
  signal: AbortSignal,
): Promise<RecordFile> {
  if (path === "-") {
    // A silent input must not keep the program running.
    addAbortSignal(signal, stdin);
    const { head, all } = await peek(await unzipped(stdin, STANDARD_INPUT), 1);
    if (head.length === 0 && options.schema === undefined) {
      throw new CliFailure("data", "the standard input is empty, so its fields are not known", {
        help: "give --schema if there may be no records",
      });
    }
    return readRecords(all, {
      format: formatOfBeginning(head),
      name: STANDARD_INPUT,
      ...options,
      signal,
    });
  }
  // Binary formats are not read sequentially.
  if (isBinary(options.format ?? formatOf(path))) return readRecords(path, { ...options, signal });
  return readOpened(path, (handle) => {
    const bytes = measured(bytesOfFile(handle, signal), measure);
    return readRecords(bytes, { ...options, name: path, signal });
  });
}

/** The format by the beginning of a stream without a name. */
function formatOfBeginning(head: Uint8Array): FileFormat {
  const beginning = Buffer.from(head.subarray(0, MOST_LOOKED_AT));
  const mark = beginning.toString("latin1", 0, 4);
  if (mark === "PAR1") return "parquet";
  if (mark === "ARRO" || mark === "\xff\xff\xff\xff") return "arrow";
  const [, first] = /^\uFEFF?\s*(\S)/.exec(beginning.toString("utf8")) ?? [];
  return first === "[" ? "json" : first === "{" || first === undefined ? "ndjson" : "csv";
}

const MOST_LOOKED_AT = 4_096;

/**
 * The standard input as the file of records, for a command without one.
 *
 * @param formula the operand of the formula
 * @throws {@link CliFailure} if it is a terminal, or the formula comes from it
 */
export function standardRecords({ stdin }: Host, formula: string): string {
  if (stdin.isTTY === true || formula === "-") {
    throw new CliFailure("usage", "a file of records is missing", {
      help: "name it after the formula, or redirect it: isoform filter '{price} < 5' < cars.csv",
    });
  }
  return "-";
}

async function* measured(bytes: Bytes, measure: ProgressMeasure): Bytes {
  for await (const chunk of bytes) {
    measure.done += chunk.length;
    yield chunk;
  }
}
