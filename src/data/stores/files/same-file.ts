import type { FileHandle } from "node:fs/promises";
import { StoreError } from "../store.ts";

/** Throws if a file has changed. */
export type ExpectSame = () => Promise<void>;

/**
 * Looks at a file before it is read. A new file of the same name does not change this one, but writing into it does:
 * the records are then partly old and partly new.
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
  // The state of a pipe says nothing.
  return stats.isFile() ? `${stats.size}:${stats.mtimeNs}` : "";
}

/** The same batches, with an error at the end, or when the loop is left early, if the file changed meanwhile. */
export async function* whileSame<T>(
  batches: AsyncIterable<T>,
  expectSame: ExpectSame,
): AsyncIterable<T> {
  try {
    yield* batches;
  } finally {
    // A change is also the reason for other errors.
    await expectSame();
  }
}
