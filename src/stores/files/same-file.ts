import type { FileHandle } from "node:fs/promises";
import { StoreError } from "../store.ts";

/** Throws where a file is not what it was any more. */
export type ExpectSame = () => Promise<void>;

/**
 * Looks at a file before it is read. Another file that gets its name does not change this one, but what is written into it does: what
 * was read then is half of the one and half of the other.
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
  // What is written to a pipe is what is read from it.
  return stats.isFile() ? `${stats.size}:${stats.mtimeNs}` : "";
}

/** The same batches, with an error at their end, or where they are left, when the file changed meanwhile. */
export async function* whileSame<T>(
  batches: AsyncIterable<T>,
  expectSame: ExpectSame,
): AsyncIterable<T> {
  try {
    yield* batches;
  } finally {
    // It is also why its records could not be read.
    await expectSame();
  }
}
