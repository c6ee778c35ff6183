import type { FileHandle } from "node:fs/promises";
import type { SentRecords, WantedFields } from "../fields/read-fields.ts";
import { bytesOfFile, unzipped } from "../files/bytes.ts";
import { cutRecords } from "../files/cut-records.ts";
import { type Division, Undivided } from "../files/raw-file.ts";
import { openFile } from "../files/read-file.ts";
import type { FilePart } from "../files/read-part.ts";
import type { TextEncoding } from "../files/text-encoding.ts";
import type { ScanPool } from "../scans/scan-pool.ts";

/** The size of a part in bytes. */
const PART = 2 * 1024 * 1024;
/** The size of a part in tests, which use small files. */
const EAGER_PART = 4096;
/** Smaller files are read on the event loop. */
const LEAST_BYTES = 16 * 1024 * 1024;
/** The number of parts read ahead of the threads. */
const AHEAD = 1;

/** A file to read in parts. */
interface PartsReading {
  readonly path: string;
  readonly division: Division;
  readonly encoding?: TextEncoding;
  /** The fields to read from the next part. */
  readonly wanted: () => WantedFields;
  readonly pool: ScanPool;
}

/** Whether a file is large enough to be read by threads. */
export async function isWorthParts(pool: ScanPool, file: FileHandle): Promise<boolean> {
  const { size } = await file.stat();
  return !pool.isOut && (size >= LEAST_BYTES || pool.isEager);
}

/**
 * Reads the parts of a file in threads. The records come in the order of the file.
 *
 * @throws {@link Undivided} if the file must be read sequentially, which also reports any error in it
 */
export async function* readInParts(
  reading: PartsReading,
  signal: AbortSignal,
): AsyncIterable<SentRecords> {
  const { wanted, pool } = reading;
  const ending = new AbortController();
  const either = AbortSignal.any([signal, ending.signal]);
  const asked: Promise<readonly SentRecords[] | undefined>[] = [];
  const next = async (): Promise<readonly SentRecords[]> => {
    const records = await asked.shift();
    if (records === undefined) throw new Undivided("threads cannot read it");
    return records;
  };
  try {
    for await (const part of partsOf(reading, signal)) {
      const asking = pool.ask({ kind: "read", part, wanted: wanted() }, either);
      // If an earlier part fails, nobody awaits this one.
      asking.catch(() => undefined);
      asked.push(asking);
      if (asked.length > pool.threads + AHEAD) yield* await next();
    }
    while (asked.length > 0) yield* await next();
  } finally {
    ending.abort();
  }
}

async function* partsOf(
  { path, division, encoding, pool: { isEager } }: PartsReading,
  signal: AbortSignal,
): AsyncIterable<FilePart> {
  const file = await openFile(path);
  try {
    const bytes = await unzipped(bytesOfFile(file, signal), path);
    let isFirst = true;
    for await (const part of cutRecords(bytes, division, encoding, isEager ? EAGER_PART : PART)) {
      yield { division, bytes: part, isFirst };
      isFirst = false;
    }
  } finally {
    await file.close();
  }
}
