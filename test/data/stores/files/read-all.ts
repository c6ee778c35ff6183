import { type ReadOptions, readRecords } from "../../../../src/data/stores/files/read-file.ts";
import type { StoreRecord } from "../../../../src/data/stores/store.ts";

export const NEVER = new AbortController().signal;

/** All records of a file or a stream. */
export async function readAll(
  source: string | AsyncIterable<Uint8Array>,
  options: ReadOptions = {},
): Promise<StoreRecord[]> {
  const { batches } = await readRecords(source, { ...options, signal: NEVER });
  const all: StoreRecord[] = [];
  for await (const { records } of batches) all.push(...records);
  return all;
}

/** Bytes as a stream, in chunks of the given lengths, over and over. */
export async function* inChunks(
  bytes: Uint8Array,
  lengths: readonly number[] = [bytes.length || 1],
): AsyncIterable<Uint8Array> {
  for (let from = 0, turn = 0; from < bytes.length; turn++) {
    const to = from + (lengths[turn % lengths.length] ?? 1);
    yield bytes.subarray(from, to);
    from = to;
  }
}

/** What a promise is rejected with. */
export async function errorOf(promise: Promise<unknown>): Promise<unknown> {
  try {
    await promise;
  } catch (error) {
    return error;
  }
  throw new Error("nothing was thrown");
}
