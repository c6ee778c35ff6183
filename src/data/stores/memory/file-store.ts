// This folder holds records in memory as columns, and reads their file again when it changes.

import type { RefusedColumn } from "../../../backends/sql/describe/describe-columns.ts";
import type { SqlPart } from "../../../backends/sql/sql-part.ts";
import type { Formula } from "../../../engine/index.ts";
import { requireSchema, type Schema } from "../../../language/schema/index.ts";
import { bindMethods } from "../../../util/bind-methods.ts";
import { requireKind, requireOptions } from "../../../util/misuse.ts";
import type { SummaryPlan, SummaryRecord, SummaryWork } from "../../summary/index.ts";
import { callBack } from "../call-back.ts";
import { type Clock, delay, SYSTEM_CLOCK } from "../clock.ts";
import { reasonOf } from "../files/data-error.ts";
import { requireForm } from "../files/read-file.ts";
import { requirePool } from "../scans/scan-pool.ts";
import {
  type Store,
  StoreError,
  type StoreOwner,
  type StoreQuery,
  type StoreRecord,
  type WrittenFormat,
  type WrittenRecords,
} from "../store.ts";
import type { FileState } from "./file-state.ts";
import { FileWatch, type WatchFiles } from "./file-watch.ts";
import { type LoadedFiles, stateOfFiles } from "./load-file.ts";
import { MemoryStore, type MemoryStoreOptions } from "./memory-store.ts";
import { type ApartOptions, readApart, requireReading } from "./read-apart.ts";

/** The options of `openFileStore`. */
export interface FileStoreOptions extends ApartOptions, MemoryStoreOptions {
  /** The file is read again when it changes; `false` to read it once. */
  readonly watch?: boolean;
  /** Called if a changed file cannot be read. The records stay what they were. */
  readonly onProblem?: (error: StoreError) => void;
  /** @internal For tests: tells of changes. */
  readonly watchFiles?: WatchFiles;
}

/**
 * Opens files of records (`.ndjson`, `.json` or `.csv`, each with `.gz` too, `.parquet` or `.arrow`) and holds them in memory,
 * as one table. When a file changes, all are read again; queries that run go on with the old records. To change a file so that it is
 * never seen half written, write another and rename it.
 *
 * @param source a path, a pattern such as `cars-*.csv`, or several of them
 * @throws {@link StoreError} with what has to be changed.
 */
export async function openFileStore(
  source: string | readonly string[],
  options: FileStoreOptions = {},
): Promise<FileStore> {
  const patterns = typeof source === "string" ? [source] : source;
  requireKind(patterns, "texts", "`openFileStore`: the paths");
  requireForm(options, "openFileStore");
  requireOptions(options, "openFileStore", {
    key: "text",
    watch: "boolean",
    onProblem: "function",
    timeoutMs: "number",
  });
  requirePool(options.pool, "openFileStore");
  requireReading(options, "openFileStore");
  if (options.schema !== undefined) requireSchema(options.schema, "openFileStore");
  const loaded = await readApart(patterns, options, new AbortController().signal);
  return FileStore.of(patterns, loaded, options);
}

/** How long a file has to stay the same before it is read again, in milliseconds. */
const SETTLED = 100;

/** The records of files, held in memory. */
export class FileStore implements Store {
  static {
    bindMethods(FileStore);
  }

  readonly kind = "memory";
  readonly refused: readonly RefusedColumn[];
  /** The paths of the files, or patterns. */
  readonly #patterns: readonly string[];
  /** How the files are read. */
  readonly #reading: ApartOptions;
  readonly #memory: MemoryStore;
  readonly #onProblem: ((error: StoreError) => void) | undefined;
  readonly #watch: { close(): void } | undefined;
  readonly #clock: Clock;
  readonly #closing = new AbortController();
  /**
   * The state of the files when they were last read, with success or not; `undefined` if there was none, and `null` if
   * they have to be read in any case.
   */
  #state: FileState | undefined | null;
  /** The last problem that was told, as long as it goes on. */
  #told: string | undefined;
  #reloading: Promise<void> | undefined;

  private constructor(
    patterns: readonly string[],
    { table, state, leftOut }: LoadedFiles,
    options: FileStoreOptions,
  ) {
    this.#patterns = [...patterns];
    // Whoever gives a schema has chosen among the columns.
    this.refused =
      options.schema === undefined
        ? leftOut.map(({ name, reason }) => ({ column: name, type: "", reason }))
        : [];
    const { key: _, ...reading } = options;
    this.#reading = reading;
    this.#memory = MemoryStore.of(table, options);
    this.#onProblem = options.onProblem;
    this.#state = state;
    const { watch = true, clock = SYSTEM_CLOCK } = options;
    this.#clock = clock;
    const { watchFiles = (paths, onSign) => new FileWatch(paths, onSign, { clock }) } = options;
    if (watch) this.#watch = watchFiles(patterns, () => this.#look());
  }

  /** @internal Called by `openFileStore`. */
  static of(
    patterns: readonly string[],
    loaded: LoadedFiles,
    options: FileStoreOptions,
  ): FileStore {
    return new FileStore(patterns, loaded, options);
  }

  get schema(): Schema {
    return this.#memory.schema;
  }

  get version(): string {
    return this.#memory.version;
  }

  /** How many records there are. */
  get size(): number {
    return this.#memory.size;
  }

  read(query: StoreQuery, signal: AbortSignal): AsyncIterable<readonly StoreRecord[]> {
    return this.#memory.read(query, signal);
  }

  write(
    query: StoreQuery,
    format: WrittenFormat,
    signal: AbortSignal,
  ): AsyncIterable<WrittenRecords> {
    return this.#memory.write(query, format, signal);
  }

  count(filter: Formula | undefined, signal: AbortSignal, by?: StoreOwner): Promise<number> {
    return this.#memory.count(filter, signal, by);
  }

  summarize(
    plan: SummaryPlan,
    signal: AbortSignal,
    work?: SummaryWork,
  ): Promise<readonly SummaryRecord[]> {
    return this.#memory.summarize(plan, signal, work);
  }

  explain(filter: Formula): readonly SqlPart[] {
    return this.#memory.explain(filter);
  }

  check(signal: AbortSignal): Promise<void> {
    return this.#memory.check(signal);
  }

  async close(): Promise<void> {
    this.#watch?.close();
    this.#closing.abort(new StoreError("unavailable", "the store is closed"));
    await this.#memory.close();
    await this.#reloading;
  }

  /** One look at a time; a change that comes meanwhile is seen by the next. */
  #look(): Promise<void> {
    this.#reloading ??= this.#reload().finally(() => {
      this.#reloading = undefined;
    });
    return this.#reloading;
  }

  async #reload(): Promise<void> {
    let state = await stateOfFiles(this.#patterns);
    if (state === this.#state) return;
    try {
      // The program that writes the file may be between two writes.
      for (let before: FileState | undefined | null = null; before !== state; ) {
        before = state;
        await delay(SETTLED, this.#closing.signal, this.#clock);
        state = await stateOfFiles(this.#patterns);
      }
      // A file whose records are wrong is not tried or reported again before it changes.
      this.#state = state;
      // The schema stays: formulas were compiled for it.
      const loaded = await readApart(
        this.#patterns,
        { ...this.#reading, schema: this.schema },
        this.#closing.signal,
      );
      this.#memory.replace(loaded.table);
      this.#state = loaded.state;
      this.#told = undefined;
    } catch (error) {
      if (this.#closing.signal.aborted) return;
      const problem = problemOf(error, this.#patterns.join(", "));
      const mayPass = isOfSystem(error) && state !== undefined;
      const isKnown = mayPass && problem.message === this.#told;
      // It is tried again at the next look.
      if (mayPass) this.#state = null;
      this.#told = problem.message;
      if (!isKnown) await callBack(() => this.#onProblem?.(problem));
    }
  }
}

function problemOf(error: unknown, path: string): StoreError {
  if (error instanceof StoreError) return error;
  return new StoreError("unavailable", `${path}: ${reasonOf(error)}`, error);
}

/** Whether the system refused something, such as one file more: it may allow it later. */
function isOfSystem(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return "syscall" in error || isOfSystem(error.cause);
}
