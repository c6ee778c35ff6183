import { Buffer } from "node:buffer";
import type { FileHandle } from "node:fs/promises";
import { pipeline, Readable } from "node:stream";
import { createGunzip } from "node:zlib";
import { dataError, reasonOf } from "./data-error.ts";

/** A file's bytes in pieces, or those of a stream. */
export type Bytes = AsyncIterable<Uint8Array>;

/** Reading records of so many bytes takes some milliseconds: then others have their turn. */
const PIECE = 256 * 1024;

/** What follows in a file from where it was read last. */
export async function* bytesOfFile(file: FileHandle, signal: AbortSignal): Bytes {
  for (;;) {
    signal.throwIfAborted();
    // Pieces are cut from and kept by readers: each has memory of its own.
    const piece = Buffer.allocUnsafeSlow(PIECE);
    const { bytesRead } = await file.read(piece, 0, PIECE, null);
    if (bytesRead === 0) return;
    yield piece.subarray(0, bytesRead);
  }
}

/** The same bytes, decompressed where they are of gzip. */
export async function unzipped(bytes: Bytes, name: string): Promise<Bytes> {
  const { head, all } = await peek(bytes, 2);
  const isZipped = /\.gz$/i.test(name) || (head[0] === 0x1f && head[1] === 0x8b);
  return isZipped ? gunzip(all, name) : all;
}

async function* gunzip(bytes: Bytes, name: string): Bytes {
  const zipped = Readable.from(bytes, { objectMode: false });
  const plain = createGunzip({ chunkSize: PIECE });
  pipeline(zipped, plain, () => {
    // An error of either is what the loop below throws.
  });
  try {
    yield* plain;
  } catch (error) {
    throw isZlibError(error)
      ? dataError(name, undefined, `the gzip data is broken: ${reasonOf(error)}`, error)
      : error;
  }
}

function isZlibError(error: unknown): boolean {
  return error instanceof Error && "code" in error && String(error.code).startsWith("Z_");
}

async function peek(
  bytes: Bytes,
  count: number,
): Promise<{ readonly head: Uint8Array; readonly all: Bytes }> {
  const iterator = bytes[Symbol.asyncIterator]();
  let head: Uint8Array = Buffer.alloc(0);
  while (head.length < count) {
    const next = await iterator.next();
    if (next.done === true) break;
    head = head.length === 0 ? next.value : Buffer.concat([head, next.value]);
  }
  return { head, all: rest() };

  async function* rest(): Bytes {
    try {
      if (head.length > 0) yield head;
      for (;;) {
        const next = await iterator.next();
        if (next.done === true) return;
        yield next.value;
      }
    } finally {
      await iterator.return?.();
    }
  }
}
