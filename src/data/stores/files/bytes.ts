import { Buffer } from "node:buffer";
import type { FileHandle } from "node:fs/promises";
import { pipeline, Readable } from "node:stream";
import { setImmediate as nextIteration } from "node:timers/promises";
import * as zlib from "node:zlib";
import { StoreError } from "../store.ts";
import { withTimeout } from "../with-timeout.ts";
import { resumed } from "./batches.ts";
import { dataError, reasonOf } from "./data-error.ts";

/** The bytes of a file or a stream, in chunks. */
export type Bytes = AsyncIterable<Uint8Array>;

/** Whether the source is an open file, which allows random access. */
export function isHandle(source: FileHandle | Bytes): source is FileHandle {
  return "fd" in source && typeof source.fd === "number" && !(Symbol.asyncIterator in source);
}

/** Chunk size. Parsing a chunk takes some milliseconds; then the reader yields to the event loop. */
const CHUNK_BYTES = 256 * 1024;

/** The rest of a file, from the current position. */
export async function* bytesOfFile(file: FileHandle, signal: AbortSignal): Bytes {
  for (;;) {
    signal.throwIfAborted();
    // Readers keep subarrays of chunks, so each chunk has its own memory.
    const chunk = Buffer.allocUnsafeSlow(CHUNK_BYTES);
    const { bytesRead } = await file.read(chunk, 0, CHUNK_BYTES, null);
    if (bytesRead === 0) return;
    yield chunk.subarray(0, bytesRead);
  }
}

/**
 * The bytes of a stream, in chunks of limited size. An abort ends the iteration at once, even if the stream is silent.
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
      const chunk = next.value;
      for (let from = 0; from < chunk.length; from += CHUNK_BYTES) {
        if (from > 0) await nextIteration();
        signal.throwIfAborted();
        yield chunk.subarray(from, from + CHUNK_BYTES);
      }
    }
  } finally {
    const ending = isOver ? undefined : iterator.return?.();
    // After an abort, the chunk requested last may never arrive, and closing would wait for it.
    if (!signal.aborted) await ending;
    else ending?.catch(ignore);
  }
}

function ignore(): void {
  // The reason of the abort is thrown.
}

/** The bytes, decompressed if they are gzip or Zstandard. */
export async function unzipped(bytes: Bytes, name: string): Promise<Bytes> {
  const { head, all } = await peek(bytes, 4);
  const begins = (...mark: readonly number[]): boolean =>
    mark.every((byte, index) => head[index] === byte);
  if (/\.gz$/i.test(name) || begins(0x1f, 0x8b)) {
    return decompressed(all, name, "gzip", zlib.createGunzip({ chunkSize: CHUNK_BYTES }));
  }
  if (!/\.zst$/i.test(name) && !begins(0x28, 0xb5, 0x2f, 0xfd)) return all;
  if (hasZstd(zlib)) return decompressed(all, name, "Zstandard", zlib.createZstdDecompress());
  throw new StoreError(
    "setup",
    `${name}: Node ${process.versions.node} cannot decompress Zstandard: use Node 22.15 or later, or decompress it with zstd -dc`,
  );
}

interface ZstdDecompression {
  readonly createZstdDecompress: () => zlib.Gunzip;
}

/** The type declarations of Node 20 lack Zstandard. */
function hasZstd(module: object): module is ZstdDecompression {
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
    // The loop below throws the errors of both streams.
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

/** Reads the first bytes without consuming them. */
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
