import { addAbortSignal } from "node:stream";
import type { Bytes } from "../../stores/files/bytes.ts";
import { bytesOfFile } from "../../stores/files/bytes.ts";
import { formatOf } from "../../stores/files/file-format.ts";
import {
  openFile,
  type ReadOptions,
  type RecordFile,
  readRecords,
} from "../../stores/files/read-file.ts";
import { sameFile, whileSame } from "../../stores/files/same-file.ts";
import type { Measure } from "../terminal/progress.ts";

/** A file of records that is read from its beginning, and the progress of the reading. */
export interface MeasuredRecords {
  readonly file: RecordFile;
  readonly measure: Measure;
  close(): Promise<void>;
}

/** Opens a file of records, or the standard input for `-`, and counts the bytes that are read. */
export async function openMeasured(
  path: string,
  options: ReadOptions,
  signal: AbortSignal,
): Promise<MeasuredRecords> {
  if (path === "-") {
    const measure = { done: 0, total: undefined, records: 0 };
    const input = { format: "ndjson", name: "the standard input", ...options } as const;
    // An input that sends nothing must not keep the program from ending.
    addAbortSignal(signal, process.stdin);
    const file = await readRecords(process.stdin, input, signal);
    return { file, measure, close: () => Promise.resolve() };
  }
  if ((options.format ?? formatOf(path)) === "parquet") {
    // Parquet is not read from its beginning to its end, so a count of bytes would say nothing.
    const measure = { done: 0, total: undefined, records: 0 };
    const file = await readRecords(path, options, signal);
    return { file, measure, close: () => Promise.resolve() };
  }
  const handle = await openFile(path);
  try {
    const { size } = await handle.stat();
    const measure: Measure = { done: 0, total: size, records: 0 };
    const expectSame = await sameFile(handle, path);
    const bytes = counted(bytesOfFile(handle, signal), measure);
    const read = await readRecords(bytes, { ...options, name: path }, signal);
    const file = { ...read, batches: whileSame(read.batches, expectSame) };
    return { file, measure, close: () => handle.close() };
  } catch (error) {
    await handle.close();
    throw error;
  }
}

async function* counted(bytes: Bytes, measure: Measure): Bytes {
  for await (const piece of bytes) {
    measure.done += piece.length;
    yield piece;
  }
}
