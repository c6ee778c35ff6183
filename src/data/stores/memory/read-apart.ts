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

/** How much the process that reads files may take. */
export interface ReadingLimits {
  /** The most bytes of memory; half of what this process may use, unless given. */
  readonly memory?: number;
  /** The longest time in milliseconds in which the reading comes no further; a minute unless given. */
  readonly stalledMs?: number;
}

/** The options of a reading in a process of its own. */
export interface ApartOptions extends LoadOptions {
  /**
   * The limits of the process in which files are read, so that one which is damaged, or too large, cannot harm this one;
   * `false` to read them in this process. They are also read here if no process can be started.
   */
  readonly reading?: ReadingLimits | false;
  /** @internal For tests: starts the process. */
  readonly startProcess?: typeof startFileProcess;
}

/** How long a reading may come no further, in milliseconds. */
export const STALLED_MS = 60_000;
const LEAST_MEMORY = 64 * 2 ** 20;
/** How much of the memory the heap may take: the rest is for arrays outside of it. */
const HEAP_SHARE = 0.75;

/** @throws `TypeError` for limits that no process can have. */
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

/** How many readings go on at the same time, at least two and at most four: each may take much memory. */
export const READINGS_AT_ONCE = Math.min(Math.max(availableParallelism(), 2), 4);
const semaphore = new Semaphore(READINGS_AT_ONCE);

/**
 * Reads whole files into memory in a process of its own, as `loadFiles` does in this one.
 *
 * @throws {@link StoreError}: also of the code `data` if the process takes too much memory, stalls or dies
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
  const progress = new Progress(process, stalledMs, clock);
  signal.addEventListener("abort", process.kill, { once: true });
  if (signal.aborted) process.kill();
  try {
    const { pool } = options;
    const slice = new TimeSlice({ mayGoOn: () => signal.throwIfAborted(), clock });
    const bytes = new ByteSource(progress.noted());
    const line = await firstWord(bytes);
    const loaded = await receivedTable(line, bytes, { schema, name, pool, slice });
    if (schema === undefined) return loaded;
    const { table } = loaded;
    // The process does not know what is computed.
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

/** Half of the memory that this process may use. */
function defaultMemory(): number {
  // It is 0, or more than there is, if nothing bounds it.
  const bound = process.constrainedMemory() || Number.POSITIVE_INFINITY;
  return Math.min(bound, totalmem()) / 2;
}

function requestOf(
  patterns: readonly string[],
  options: LoadOptions,
  schema: Schema | undefined,
  memory: number,
): FileRequest {
  const { pool, key } = options;
  const form: FileForm = Object.fromEntries(
    FORM_OPTIONS.map((name) => [name, Reflect.get(options, name)]),
  );
  return {
    patterns,
    form,
    memory,
    parent: pid,
    schema: schema && JSON.stringify(storedSchema(schema)),
    ...defined({ key, threads: pool?.threads, isEager: pool?.isEager }),
  };
}

/** The fields that files hold. What is computed, and by whose functions, stays here. */
function storedSchema({ stored, key }: Schema): Schema {
  const declared = Array.from(stored.values(), ({ name, type }) => {
    return [name, name === key?.name ? { type, key: true } : { type }] as const;
  });
  return defineSchema(Object.fromEntries(declared));
}

/** The line that the table begins with. Empty lines before it are words of progress. @throws the error that it tells */
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

/** How V8 ends a process that has no memory, and how our watch does. */
const OUT_OF_MEMORY = ["SIGABRT", "SIGTRAP", "SIGILL", TOO_MUCH_MEMORY];
/** The same as an exit code. */
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

/** Watches whether a process comes further, and ends it if it does not. */
class Progress {
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

  /** What the process writes. */
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
