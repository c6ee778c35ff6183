import { once } from "node:events";
import type { Writable } from "node:stream";
import { defined } from "../../../util/defined.ts";
import type { FileForm } from "../files/read-file.ts";
import { ScanPool } from "../scans/scan-pool.ts";
import { StoreError, type StoreErrorCode } from "../store.ts";
import { loadFiles } from "./load-file.ts";
import { schemaOf, tableBytes } from "./sent-table.ts";

/** What a process is to read. */
export interface FileRequest {
  readonly patterns: readonly string[];
  readonly form: FileForm;
  /** The schema of the stored fields, if it is known, as text. */
  readonly schema?: string | undefined;
  readonly key?: string | undefined;
  /** How many threads read parts of large files. */
  readonly threads?: number | undefined;
  readonly isEager?: boolean | undefined;
  /** The most bytes that the process may take. */
  readonly memory: number;
  /** The process that asks, without which nobody needs the answer. */
  readonly parent: number;
}

/** An error, in a line of JSON. */
export interface SentError {
  readonly message: string;
  /** Of a `StoreError`; without it, the error is a bug. */
  readonly code?: StoreErrorCode;
  /** The call of the system that failed, if one is the reason. */
  readonly syscall?: string;
}

/** The milliseconds between two empty lines, each of which says that the reading has come further. */
const PROGRESS_MS = 500;

/** Reads files and writes what they hold, or the error. */
export async function answerRequest(request: string, output: Writable): Promise<void> {
  const {
    patterns,
    form,
    schema: json,
    key,
    threads,
    isEager,
  } = JSON.parse(request) as FileRequest;
  let told = performance.now();
  const onProgress = (): void => {
    const now = performance.now();
    if (now - told < PROGRESS_MS) return;
    told = now;
    output.write("\n");
  };
  const pool =
    threads === undefined ? undefined : new ScanPool({ threads, ...defined({ isEager }) });
  try {
    const schema = json === undefined ? undefined : schemaOf(json);
    const options = { ...form, onProgress, ...defined({ schema, key, pool }) };
    const loaded = await loadFiles(patterns, options, new AbortController().signal);
    for (const bytes of tableBytes(loaded)) if (!output.write(bytes)) await once(output, "drain");
  } catch (error) {
    output.write(`${JSON.stringify({ error: sentError(error) })}\n`);
  }
}

function sentError(error: unknown): SentError {
  if (!(error instanceof StoreError)) {
    return { message: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  }
  return { message: error.message, code: error.code, ...defined({ syscall: syscallOf(error) }) };
}

function syscallOf(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  return "syscall" in error ? String(error.syscall) : syscallOf(error.cause);
}
