import { Buffer } from "node:buffer";
import type { FileHandle } from "node:fs/promises";
import { pipeline, Readable } from "node:stream";
import { setImmediate as turn } from "node:timers/promises";
import * as zlib from "node:zlib";
import { StoreError } from "../store.ts";
import { withTimeout } from "../with-timeout.ts";
import { resumed } from "./batches.ts";
import { dataError, reasonOf } from "./data-error.ts";

/** A file's bytes in pieces, or those of a stream. */
export type Bytes = AsyncIterable<Uint8Array>;

/** Whether bytes come from a file that is open, so that they can be read at any place. */
export function isHandle(source: FileHandle | Bytes): source is FileHandle {
  return "fd" in source && typeof source.fd === "number" && !(Symbol.asyncIterator in source);
}

/** Reading records of so many bytes takes some milliseconds; then other work has its turn. */
const PIECE = 256 * 1024;

/** The rest of a file, from the place where it was read last. */
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

/** Bytes in pieces of the same size as those of a file. */
export async function* piecesOf(bytes: Uint8Array): Bytes {
  for (let from = 0; from < bytes.length; from += PIECE) yield bytes.subarray(from, from + PIECE);
}

/**
 * The bytes of a stream, in pieces that are not large either. An abort ends it at once, even if the stream is silent.
 * The stream itself is not closed: it belongs to the caller.
 */
export async function* bytesOfStream(stream: Bytes, signal: AbortSignal): Bytes {
  const iterator = stream[Symbol.asyncIterator]();
  let isOver = false;
  try {
    for (;;) {
      signal.throwIfAborted();
      const next = await withTimeout(iterator.next(), [signal]);
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
    // The last piece that was asked for may never come, and the end would wait for it.
    if (!signal.aborted) await ending;
    else ending?.catch(ignore);
  }
}

function ignore(): void {
  // The reason of the abort is what is thrown.
}

/** The same bytes, decompressed if they are gzip or Zstandard. */
export async function unzipped(bytes: Bytes, name: string): Promise<Bytes> {
  const { head, all } = await peek(bytes, 4);
  const begins = (...mark: readonly number[]): boolean =>
    mark.every((byte, index) => head[index] === byte);
  if (/\.gz$/i.test(name) || begins(0x1f, 0x8b)) {
    return decompressed(all, name, "gzip", zlib.createGunzip({ chunkSize: PIECE }));
  }
  if (!/\.zst$/i.test(name) && !begins(0x28, 0xb5, 0x2f, 0xfd)) return all;
  if (hasZstd(zlib)) return decompressed(all, name, "Zstandard", zlib.createZstdDecompress());
  throw new StoreError(
    "setup",
    `${name}: Node ${process.versions.node} cannot decompress Zstandard, which Node can from 22.15 on: decompress it with zstd -dc`,
  );
}

interface Zstd {
  readonly createZstdDecompress: () => zlib.Gunzip;
}

/** The types of Node 20, which has no Zstandard, do not know it. */
function hasZstd(module: object): module is Zstd {
  return "createZstdDecompress" in module;
}

async function* decompressed(
  bytes: Bytes,
  name: string,
  format: string,
  plain: zlib.Gunzip,
): Bytes {
  const zipped = Readable.from(bytes, { objectMode: false });
  pipeline(zipped, plain, () => {
    // An error of either is what the loop below throws.
  });
  try {
    yield* plain;
  } catch (error) {
    throw isZlibError(error)
      ? dataError(name, undefined, `the ${format} data is broken: ${reasonOf(error)}`, error)
      : error;
  }
}

function isZlibError(error: unknown): boolean {
  return error instanceof Error && "code" in error && /^(?:Z_|ZSTD_)/.test(String(error.code));
}

/** Reads the first bytes, and gives all of them again. */
export async function peek(
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
