import { Buffer } from "node:buffer";
import type { FileHandle } from "node:fs/promises";
import { pipeline, Readable } from "node:stream";
import { setImmediate as turn } from "node:timers/promises";
import { createGunzip } from "node:zlib";
import { resumed } from "./batches.ts";
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

/**
 * What comes from a stream, in pieces that are not large either. An abort ends it at once, whether more would have come or not; the
 * stream itself belongs to whoever made it.
 */
export async function* bytesOfStream(stream: Bytes, signal: AbortSignal): Bytes {
  const iterator = stream[Symbol.asyncIterator]();
  let isOver = false;
  try {
    for (;;) {
      const next = await orAbort(() => iterator.next(), signal);
      isOver = next.done === true;
      if (next.done === true) return;
      const piece = next.value;
      for (let from = 0; from < piece.length; from += PIECE) {
        if (from > 0) await turn();
        signal.throwIfAborted();
        yield piece.subarray(from, from + PIECE);
      }
    }
  } finally {
    const ending = isOver ? undefined : iterator.return?.();
    // What was asked for last may never come, and the end waits behind it.
    if (!signal.aborted) await ending;
    else ending?.catch(ignore);
  }
}

function ignore(): void {
  // The reason of the abort is what is thrown.
}

function orAbort<T>(work: () => Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    signal.throwIfAborted();
    const abort = (): void => reject(signal.reason);
    signal.addEventListener("abort", abort, { once: true });
    work()
      .then(resolve, reject)
      .finally(() => signal.removeEventListener("abort", abort));
  });
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
  return { head, all: resumed(head.length > 0 ? [head] : [], iterator) };
}
