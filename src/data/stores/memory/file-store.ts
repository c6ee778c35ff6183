// This folder holds records in memory as columns, and reloads their files after a change.

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
  type StoreCall,
  StoreError,
  type StoreQuery,
  type StoreRecord,
  type WrittenFormat,
  type WrittenRecords,
} from "../store.ts";
import type { FileState } from "./file-state.ts";
import { pollFiles, type WatchFiles } from "./file-watch.ts";
import { type LoadedFiles, stateOfFiles } from "./load-file.ts";
import { MemoryStore, type MemoryStoreOptions } from "./memory-store.ts";
import { type ApartOptions, readApart, requireReading } from "./read-apart.ts";

/** The options of `FileStore.open`. */
export interface FileStoreOptions extends ApartOptions, MemoryStoreOptions {
  /** Whether to reload a file after it changes. Default: `true`. */
  readonly watch?: boolean;
  /** Called if a changed file cannot be read. The store keeps the old records. */
  readonly onProblem?: (error: StoreError) => void;
  /** @internal For tests: reports changes. */
  readonly watchFiles?: WatchFiles;
}

/** How long a file must stay unchanged before it is reloaded, in milliseconds. */
const SETTLED = 100;

/** A store of records from files, held in memory. */
export class FileStore implements Store {
  static {
    bindMethods(FileStore);
  }

  readonly kind = "memory";
  readonly refused: readonly RefusedColumn[];
  /** Paths or patterns of the files. */
  readonly #patterns: readonly string[];
  /** The options for reading the files. */
  readonly #reading: ApartOptions;
  readonly #memory: MemoryStore;
  readonly #onProblem: ((error: StoreError) => void) | undefined;
  readonly #watch: { close(): void } | undefined;
  readonly #clock: Clock;
  readonly #closing = new AbortController();
  /**
   * The state of the files at the last read, whether it succeeded or not; `undefined` if they could not be read, and
   * `null` to force the next read.
   */
  #state: FileState | undefined | null;
  /** The last reported problem, as long as it persists. */
  #reported: string | undefined;
  #reloading: Promise<void> | undefined;

  private constructor(
    patterns: readonly string[],
    { table, state, leftOut }: LoadedFiles,
    options: FileStoreOptions,
  ) {
    this.#patterns = [...patterns];
    // A given schema is a selection of columns, so unused ones are not reported.
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
    const { watchFiles = (onSign) => pollFiles(onSign, clock) } = options;
    if (watch) this.#watch = watchFiles(() => this.#look());
  }

  /**
   * Opens files of records (`.ndjson`, `.json` or `.csv`, each with `.gz` too, `.parquet` or `.arrow`) and holds them in
   * memory, as one table. When a file changes, all are read again; queries that run go on with the old records. To change
   * a file atomically, write another file and rename it.
   *
   * @param source a path, a pattern such as `cars-*.csv`, or several of them
   * @throws {@link StoreError} with advice
   */
  static async open(
    source: string | readonly string[],
    options: FileStoreOptions = {},
  ): Promise<FileStore> {
    const patterns = typeof source === "string" ? [source] : source;
    requireKind(patterns, "texts", "`FileStore.open`: the paths");
    requireForm(options, "FileStore.open");
    requireOptions(options, "FileStore.open", {
      key: "text",
      watch: "boolean",
      onProblem: "function",
      timeoutMs: "number",
    });
    requirePool(options.pool, "FileStore.open");
    requireReading(options, "FileStore.open");
    if (options.schema !== undefined) requireSchema(options.schema, "FileStore.open");
    const loaded = await readApart(patterns, options, new AbortController().signal);
    return new FileStore(patterns, loaded, options);
  }

  get schema(): Schema {
    return this.#memory.schema;
  }

  get version(): string {
    return this.#memory.version;
  }

  /** @internal */
  get timeoutMs(): number {
    return this.#memory.timeoutMs;
  }

  /** The number of records. */
  get size(): number {
    return this.#memory.size;
  }

  read(query: StoreQuery, call?: StoreCall): AsyncIterable<readonly StoreRecord[]> {
    return this.#memory.read(query, call);
  }

  write(query: StoreQuery, format: WrittenFormat, call?: StoreCall): AsyncIterable<WrittenRecords> {
    return this.#memory.write(query, format, call);
  }

  count(filter: Formula | undefined, call?: StoreCall): Promise<number> {
    return this.#memory.count(filter, call);
  }

  summarize(plan: SummaryPlan, work?: SummaryWork<AbortSignal>): Promise<readonly SummaryRecord[]> {
    return this.#memory.summarize(plan, work);
  }

  explain(filter: Formula): readonly SqlPart[] {
    return this.#memory.explain(filter);
  }

  check(call?: StoreCall): Promise<void> {
    return this.#memory.check(call);
  }

  async close(): Promise<void> {
    this.#watch?.close();
    this.#closing.abort(new StoreError("unavailable", "the store is closed"));
    await this.#memory.close();
    await this.#reloading;
  }

  /** Checks run one at a time; a change during one is seen by the next. */
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
      // A program that writes the file may be between two writes.
      for (let before: FileState | undefined | null = null; before !== state; ) {
        before = state;
        await delay(SETTLED, this.#closing.signal, this.#clock);
        state = await stateOfFiles(this.#patterns);
      }
      // A file with invalid records is not read or reported again until it changes.
      this.#state = state;
      // The schema stays the same: formulas were compiled for it.
      const loaded = await readApart(
        this.#patterns,
        { ...this.#reading, schema: this.schema },
        this.#closing.signal,
      );
      this.#memory.replace(loaded.table);
      this.#state = loaded.state;
      this.#reported = undefined;
    } catch (error) {
      if (this.#closing.signal.aborted) return;
      const problem = problemOf(error, this.#patterns.join(", "));
      const mayPass = isOfSystem(error) && state !== undefined;
      const isKnown = mayPass && problem.message === this.#reported;
      // The next check tries again.
      if (mayPass) this.#state = null;
      this.#reported = problem.message;
      if (!isKnown) await callBack(() => this.#onProblem?.(problem));
    }
  }
}

function problemOf(error: unknown, path: string): StoreError {
  if (error instanceof StoreError) return error;
  return new StoreError("unavailable", `${path}: ${reasonOf(error)}`, error);
}

/** Whether a system call failed, such as for too many open files: it may succeed later. */
function isOfSystem(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return "syscall" in error || isOfSystem(error.cause);
}
