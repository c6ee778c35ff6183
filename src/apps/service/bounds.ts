import { readFileSync } from "node:fs";
import { totalmem } from "node:os";
import { getHeapStatistics } from "node:v8";
import { SERVICE_LIMITS } from "./limits.ts";

/** What a service may spend on its clients. Everything is sized from one number, the memory. */
export interface Bounds {
  /** Connections at once. */
  readonly connections: number;
  /** Requests at work at once. */
  readonly requests: number;
  /** Bytes of answers that are being written or wait for their readers. */
  readonly answerBytes: number;
  /** Bytes of compressors that run. */
  readonly encoderBytes: number;
  /** Bytes of compiled formulas that requests work with. */
  readonly workingBytes: number;
  /** Bytes of compiled formulas that are kept for the next request, of all collections together. */
  readonly formulaBytes: number;
}

const KB = 1024;
const MB = 1024 * KB;

/** The least memory that a service works with. */
const LEAST_MEMORY = 16 * MB;

/** A holder of a share has at most this part of all. */
export const LARGEST_SHARE = 1 / 4;

/** Requests without a key have this part of the requests and of the bytes of answers, apart from those of the keys. */
export const OPEN_PART = 1 / 16;

/** Answers are written and sent in pieces of some such size. A request for records takes one from its beginning. */
export const PIECE = SERVICE_LIMITS.chunkCharacters;

/** A streamed answer holds at most some pieces: one that is written, those on their way, and those that wait. */
export const STREAM_BYTES = 4 * PIECE;

/** An idle connection takes some 10 KB. */
const CONNECTION_BYTES = 16 * KB;
/** A request takes its headers, its address and its log, and a short answer. */
const REQUEST_BYTES = 64 * KB;

/**
 * The bounds for some memory: a quarter for answers, a quarter for formulas at work, a quarter for connections, an eighth
 * for compressors, and an eighth for formulas that are kept.
 *
 * @param memory in bytes
 * @param files how many files and connections the process may have open
 */
export function boundsOf(memory: number, files: number = mostOpenFiles()): Bounds {
  const bytes = Math.max(memory, LEAST_MEMORY);
  return {
    // Stores, logs and threads need the other half of the files.
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

/** Half of what the process may have: of its heap, or of the machine or container if that is less. */
export function defaultMemory(): number {
  const container = process.constrainedMemory();
  // Without a limit, Node returns 0 or a number that no machine has.
  const machine = container > 0 ? Math.min(container, totalmem()) : totalmem();
  return Math.floor(Math.min(getHeapStatistics().heap_size_limit, machine) / 2);
}

/** Node has raised the limit as far as it may. It does not tell it, but Linux does. */
function mostOpenFiles(): number {
  try {
    const [, soft] =
      /^Max open files\s+(\d+)/m.exec(readFileSync("/proc/self/limits", "utf8")) ?? [];
    return soft === undefined ? Number.POSITIVE_INFINITY : Number(soft);
  } catch {
    return Number.POSITIVE_INFINITY;
  }
}
