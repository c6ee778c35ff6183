import { once } from "node:events";
import type { Writable } from "node:stream";
import { defined } from "../../../util/defined.ts";
import type { FileForm } from "../files/read-file.ts";
import { StoreError, type StoreErrorCode } from "../store.ts";
import { loadFiles } from "./load-file.ts";
import { schemaOf, tableBytes } from "./sent-table.ts";

/** A request to the process that reads files. */
export interface FileRequest {
  readonly patterns: readonly string[];
  readonly form: FileForm;
  /** The schema of the stored fields as JSON, if it is known. */
  readonly schema?: string | undefined;
  readonly key?: string | undefined;
  /** The memory limit of the process in bytes. */
  readonly memory: number;
  /** The process id of the parent. If the parent exits, nobody needs the result. */
  readonly parent: number;
}

/** An error, sent as a line of JSON. */
export interface SentError {
  readonly message: string;
  /** The code of a `StoreError`; without it, the error is a bug. */
  readonly code?: StoreErrorCode;
  /** The failed system call, if one is the cause. */
  readonly syscall?: string;
}

/** The interval between empty lines, in milliseconds. Each reports progress. */
const PROGRESS_MS = 500;

/** Reads files and writes their table, or the error. */
export async function answerRequest(request: string, output: Writable): Promise<void> {
  const { patterns, form, schema: json, key } = JSON.parse(request) as FileRequest;
  let lastReport = performance.now();
  const onProgress = (): void => {
    const now = performance.now();
    if (now - lastReport < PROGRESS_MS) return;
    lastReport = now;
    output.write("\n");
  };
  try {
    const schema = json === undefined ? undefined : schemaOf(json);
    const options = { ...form, onProgress, ...defined({ schema, key }) };
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
