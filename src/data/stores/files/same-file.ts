import type { FileHandle } from "node:fs/promises";
import { StoreError } from "../store.ts";

/** Throws if a file has changed. */
export type ExpectSame = () => Promise<void>;

/**
 * Records the state of a file before it is read. Replacing the file does not affect an open handle, but writing into it
 * does: the records are then partly old and partly new.
 */
export async function sameFile(file: FileHandle, path: string): Promise<ExpectSame> {
  const before = await stateOf(file);
  return async () => {
    if ((await stateOf(file)) === before) return;
    throw new StoreError("unavailable", `${path}: the file changed while it was read`);
  };
}

async function stateOf(file: FileHandle): Promise<string> {
  const stats = await file.stat({ bigint: true });
  // The size and time of a pipe mean nothing.
  return stats.isFile() ? `${stats.size}:${stats.mtimeNs}` : "";
}

/** Yields the batches. Throws at the end, or when iteration is abandoned, if the file has changed. */
export async function* whileSame<T>(
  batches: AsyncIterable<T>,
  expectSame: ExpectSame,
): AsyncIterable<T> {
  try {
    yield* batches;
  } finally {
    // A concurrent change can also cause other errors; it is reported first.
    await expectSame();
  }
}
