import { readFileSync } from "node:fs";
import { totalmem } from "node:os";
import { getHeapStatistics } from "node:v8";
import { SERVICE_LIMITS } from "./limits.ts";

/** The resources that a service may spend on its clients. All follow from one number, the memory. */
export interface Bounds {
  /** Concurrent connections. */
  readonly connections: number;
  /** Concurrent requests. */
  readonly requests: number;
  /** Bytes of responses being written or waiting for their readers. */
  readonly answerBytes: number;
  /** Bytes of running compressors. */
  readonly encoderBytes: number;
  /** Bytes of compiled formulas in use by requests. */
  readonly workingBytes: number;
  /** Bytes of cached formulas, of all collections together. */
  readonly formulaBytes: number;
}

const KB = 1024;
const MB = 1024 * KB;

/** The least memory that a service accepts. */
const LEAST_MEMORY = 16 * MB;

/** The largest part of a resource that one holder may have. */
export const LARGEST_SHARE = 1 / 4;

/** The part of requests and response bytes that is reserved for requests without a key. */
export const OPEN_PART = 1 / 16;

/** The size of chunks in which responses are written and sent. A request for records reserves one from the start. */
export const CHUNK = SERVICE_LIMITS.chunkCharacters;

/** The most bytes that a streamed response holds: a chunk being written, chunks in flight, and queued ones. */
export const STREAM_BYTES = 4 * CHUNK;

/** The memory of an idle connection is some 10 KB. */
const CONNECTION_BYTES = 16 * KB;
/** The memory of a request: its headers, URL and log, and a short response. */
const REQUEST_BYTES = 64 * KB;

/**
 * Computes the bounds from the memory: a quarter each for responses, for formulas in use and for connections, an eighth
 * for compressors, and an eighth for cached formulas.
 *
 * @param memory in bytes
 * @param files the process's limit of open files and connections
 */
export function boundsOf(memory: number, files: number = mostOpenFiles()): Bounds {
  const bytes = Math.max(memory, LEAST_MEMORY);
  return {
    // The other half of the file descriptors is for stores, logs and threads.
    connections: Math.min(
      Math.floor(bytes / 4 / CONNECTION_BYTES),
      Math.max(8, Math.floor(files / 2)),
    ),
    requests: Math.floor(bytes / REQUEST_BYTES),
    answerBytes: Math.floor(bytes / 4),
    encoderBytes: Math.floor(bytes / 8),
    workingBytes: Math.floor(bytes / 4),
    formulaBytes: Math.floor(bytes / 8),
  };
}

/** Half of the available memory: that of the heap, or of the machine or container if that is less. */
export function defaultMemory(): number {
  const container = process.constrainedMemory();
  // Without a limit, Node returns 0 or a number larger than any memory.
  const machine = container > 0 ? Math.min(container, totalmem()) : totalmem();
  return Math.floor(Math.min(getHeapStatistics().heap_size_limit, machine) / 2);
}

/** Node raises the soft limit to the hard limit at start, but does not expose it; Linux does. */
function mostOpenFiles(): number {
  try {
    const [, soft] =
      /^Max open files\s+(\d+)/m.exec(readFileSync("/proc/self/limits", "utf8")) ?? [];
    return soft === undefined ? Number.POSITIVE_INFINITY : Number(soft);
  } catch {
    return Number.POSITIVE_INFINITY;
  }
}
