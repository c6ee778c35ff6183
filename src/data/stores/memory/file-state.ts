import { createHash } from "node:crypto";
import type { BigIntStats } from "node:fs";
import type { FileHandle } from "node:fs/promises";
import { stat } from "node:fs/promises";

/** Changes whenever a file is replaced or written to. */
export type FileState = string;

function stateOf({ dev, ino, size, mtimeNs, ctimeNs }: BigIntStats): FileState {
  return [dev, ino, size, mtimeNs, ctimeNs].join(":");
}

/** The state of the file at a path, following links; `undefined` if there is no file, or its state cannot be read. */
export async function stateOfPath(path: string): Promise<FileState | undefined> {
  try {
    return stateOf(await stat(path, { bigint: true }));
  } catch {
    return undefined;
  }
}

const CHUNK_BYTES = 1024 * 1024;

/** A hash of a file's bytes and of the way in which they are read. */
export async function contentVersion(
  file: FileHandle,
  reading: string,
  signal: AbortSignal,
): Promise<string> {
  const hash = createHash("sha256").update(reading).update("\0");
  const chunk = new Uint8Array(CHUNK_BYTES);
  for (let position = 0; ; ) {
    signal.throwIfAborted();
    const { bytesRead } = await file.read(chunk, 0, CHUNK_BYTES, position);
    if (bytesRead === 0) return hash.digest("base64url").slice(0, VERSION_LENGTH);
    hash.update(chunk.subarray(0, bytesRead));
    position += bytesRead;
  }
}

/** The combined version of several files. */
export function joinedVersion(versions: readonly string[]): string {
  const [first = "", ...others] = versions;
  if (others.length === 0) return first;
  const hash = createHash("sha256").update(versions.join(" "));
  return hash.digest("base64url").slice(0, VERSION_LENGTH);
}

/** The first 22 of 43 base64 characters, which are 132 bits. */
const VERSION_LENGTH = 22;
