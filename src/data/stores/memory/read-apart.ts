import { availableParallelism, totalmem } from "node:os";
import { pid } from "node:process";
import { defineSchema, type Schema } from "../../../language/schema/index.ts";
import { defined } from "../../../util/defined.ts";
import { misuse, requireOptions } from "../../../util/misuse.ts";
import { type Clock, SYSTEM_CLOCK } from "../clock.ts";
import { reasonOf } from "../files/data-error.ts";
import { schemaWithKey } from "../files/file-schema.ts";
import { type FileForm, FORM_OPTIONS } from "../files/read-file.ts";
import { StoreError } from "../store.ts";
import { TimeSlice } from "../time-slice.ts";
import type { FileRequest, SentError } from "./answer-request.ts";
import { ByteSource, CutOff } from "./byte-source.ts";
import type { FileProcess, ProcessEnd } from "./file-process.ts";
import { joinedVersion } from "./file-state.ts";
import { type LoadedFiles, type LoadOptions, loadFiles } from "./load-file.ts";
import { Semaphore } from "./semaphore.ts";
import { receivedTable } from "./sent-table.ts";
import { startFileProcess } from "./start-file-process.ts";
import { TOO_MUCH_MEMORY } from "./watch-memory.ts";

/** The limits of the process that reads files. */
export interface ReadingLimits {
  /** The most bytes of memory. Default: half of the memory available to this process. */
  readonly memory?: number;
  /** The longest time without progress, in milliseconds. Default: one minute. */
  readonly stalledMs?: number;
}

/** Options for reading in a separate process. */
export interface ApartOptions extends LoadOptions {
  /**
   * The limits of the separate process that reads files, so that a corrupt or huge file cannot harm this process;
   * `false` to read in this process. Files are also read in this process if no other can be started.
   */
  readonly reading?: ReadingLimits | false;
  /** @internal For tests: starts the process. */
  readonly startProcess?: typeof startFileProcess;
}

/** The longest time without progress, in milliseconds. */
export const STALLED_MS = 60_000;
const LEAST_MEMORY = 64 * 2 ** 20;
/** The share of the memory for the heap: the rest is for arrays outside of it. */
const HEAP_SHARE = 0.75;

/** @throws `TypeError` for invalid limits */
export function requireReading({ reading }: ApartOptions, call: string): void {
  if (reading === undefined || reading === false) return;
  requireOptions(reading, `${call}\`: \`reading`, { memory: "number", stalledMs: "number" });
  const { memory = LEAST_MEMORY, stalledMs = STALLED_MS } = reading;
  if (!(memory >= LEAST_MEMORY)) {
    throw misuse(`\`${call}\`: \`reading.memory\``, "at least 64 MB in bytes", memory);
  }
  if (!(stalledMs > 0)) {
    throw misuse(`\`${call}\`: \`reading.stalledMs\``, "a time in milliseconds", stalledMs);
  }
}

/** The number of concurrent reading processes, from two to four: each may take much memory. */
export const READINGS_AT_ONCE = Math.min(Math.max(availableParallelism(), 2), 4);
const semaphore = new Semaphore(READINGS_AT_ONCE);

/**
 * Reads whole files into memory in a separate process; otherwise like `loadFiles`.
 *
 * @throws {@link StoreError}: also with code `data` if the process exceeds its memory limit, stalls or crashes
 */
export async function readApart(
  patterns: readonly string[],
  { reading = {}, ...options }: ApartOptions,
  signal: AbortSignal,
): Promise<LoadedFiles> {
  if (reading === false) return await loadFiles(patterns, options, signal);
  const release = await semaphore.take(signal);
  try {
    return await readByProcess(patterns, options, reading, signal);
  } finally {
    release();
  }
}

async function readByProcess(
  patterns: readonly string[],
  { startProcess = startFileProcess, ...options }: Omit<ApartOptions, "reading">,
  { memory = defaultMemory(), stalledMs = STALLED_MS }: ReadingLimits,
  signal: AbortSignal,
): Promise<LoadedFiles> {
  const name = patterns.join(", ");
  const schema = options.schema && schemaWithKey(options.schema, options.key, true);
  const request = JSON.stringify(requestOf(patterns, options, schema, memory));
  const process = await startProcess(request, memory * HEAP_SHARE).catch((error: unknown) => {
    const problem = `no process that reads it can be started (${reasonOf(error)})`;
    throw new StoreError("unavailable", `${name} cannot be read: ${problem}`, error);
  });
  if (process === undefined) return await loadFiles(patterns, options, signal);
  const { clock = SYSTEM_CLOCK } = options;
  const progress = new StallDetector(process, stalledMs, clock);
  signal.addEventListener("abort", process.kill, { once: true });
  if (signal.aborted) process.kill();
  try {
    const { pool } = options;
    const slice = new TimeSlice({ signal, clock });
    const bytes = new ByteSource(progress.noted());
    const line = await firstWord(bytes);
    const loaded = await receivedTable(line, bytes, { schema, pool, slice });
    if (schema === undefined) return loaded;
    const { table } = loaded;
    // The process does not know computed fields, so they are not part of its version.
    const version = joinedVersion([table.version, JSON.stringify(schema)]);
    return { ...loaded, table: { ...table, version } };
  } catch (error) {
    signal.throwIfAborted();
    if (!(error instanceof CutOff)) throw error;
    const problem = progress.isStalled
      ? `it has not come any further for ${stalledMs / 1000} s`
      : problemOf(await process.ended, memory);
    throw new StoreError("data", `${name} cannot be read: ${problem}`);
  } finally {
    progress.end();
    signal.removeEventListener("abort", process.kill);
    process.kill();
    await process.ended;
  }
}

/** Half of the memory available to this process. */
function defaultMemory(): number {
  // It is 0, or more than the physical memory, if there is no limit.
  const bound = process.constrainedMemory() || Number.POSITIVE_INFINITY;
  return Math.min(bound, totalmem()) / 2;
}

function requestOf(
  patterns: readonly string[],
  options: LoadOptions,
  schema: Schema | undefined,
  memory: number,
): FileRequest {
  const { key } = options;
  const form: FileForm = Object.fromEntries(
    FORM_OPTIONS.map((name) => [name, Reflect.get(options, name)]),
  );
  return {
    patterns,
    form,
    memory,
    parent: pid,
    schema: schema && JSON.stringify(storedSchema(schema)),
    ...defined({ key }),
  };
}

/** The schema without computed fields, whose functions exist only in this process. */
function storedSchema({ stored, key }: Schema): Schema {
  const declared = Array.from(stored.values(), ({ name, type }) => {
    return [name, name === key?.name ? { type, key: true } : { type }] as const;
  });
  return defineSchema(Object.fromEntries(declared));
}

/** The first line with content. Empty lines before it report progress. @throws the error in the line */
async function firstWord(bytes: ByteSource): Promise<string> {
  for (;;) {
    const line = await bytes.line();
    if (line === "") continue;
    if (!line.startsWith('{"error":')) return line;
    const { error } = JSON.parse(line) as { readonly error: SentError };
    const { code, message, syscall } = error;
    if (code === undefined) throw new Error(message);
    const cause = syscall && Object.assign(new Error(message), { syscall });
    throw new StoreError(code, message, cause);
  }
}

/** The signals with which V8 aborts when out of memory, and the watching thread ends the process. */
const OUT_OF_MEMORY = ["SIGABRT", "SIGTRAP", "SIGILL", TOO_MUCH_MEMORY];
/** `SIGABRT` as an exit code. */
const ABORTED = 134;

function problemOf({ code, signal }: ProcessEnd, memory: number): string {
  if (code === ABORTED || OUT_OF_MEMORY.includes(signal ?? "")) {
    return `it needs more than ${Math.round(memory / 2 ** 20)} MB`;
  }
  if (signal === "SIGKILL") {
    return "the system killed the process that reads it, as it does when it runs out of memory";
  }
  return `the process that reads it ended with ${signal ?? code}`;
}

/** Watches the progress of a process, and kills it if it stalls. */
class StallDetector {
  readonly #process: FileProcess;
  readonly #stalledMs: number;
  readonly #clock: Clock;
  #last: number;
  #cancel: () => void;
  isStalled = false;

  constructor(process: FileProcess, stalledMs: number, clock: Clock) {
    this.#process = process;
    this.#stalledMs = stalledMs;
    this.#clock = clock;
    this.#last = clock.now();
    this.#cancel = clock.after(stalledMs, () => this.#look());
  }

  /** The output of the process. Each chunk counts as progress. */
  async *noted(): AsyncIterable<Uint8Array> {
    for await (const chunk of this.#process.output) {
      this.#last = this.#clock.now();
      yield chunk;
    }
  }

  end(): void {
    this.#cancel();
  }

  #look(): void {
    const left = this.#last + this.#stalledMs - this.#clock.now();
    this.isStalled = left <= 0;
    if (this.isStalled) this.#process.kill();
    else this.#cancel = this.#clock.after(left, () => this.#look());
  }
}
