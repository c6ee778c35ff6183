import { setTimeout as sleep } from "node:timers/promises";
import type { Formula } from "../../engine/index.ts";
import { requireSchema, type Schema } from "../../schema/index.ts";
import type { SqlPart } from "../../sql/filter.ts";
import { requireKind, requireOptions } from "../../util/misuse.ts";
import { callBack } from "../call-back.ts";
import { reasonOf } from "../files/data-error.ts";
import {
  type Store,
  StoreError,
  type StoreQuery,
  type StoreRecord,
  type WrittenFormat,
  type WrittenRecords,
} from "../store.ts";
import { type FileState, stateOfPath } from "./file-state.ts";
import { FileWatch } from "./file-watch.ts";
import { type LoadedFile, type LoadOptions, loadFile } from "./load-file.ts";
import { MemoryStore, type MemoryStoreOptions } from "./memory-store.ts";

export interface FileStoreOptions extends LoadOptions, MemoryStoreOptions {
  /** The file is read again when it changes; `false` to read it once. */
  readonly watch?: boolean;
  /** Called if a changed file cannot be read. The records stay what they were. */
  readonly onProblem?: (error: StoreError) => void;
}

/**
 * Opens a file of records (`.ndjson`, `.json` or `.csv`, each with `.gz` too, or `.parquet`) and holds them in memory.
 * When the file changes it is read again; queries that run go on with the old records. To change a file so that it is
 * never seen half written, write another and rename it.
 *
 * @throws {@link StoreError} with what has to be changed.
 */
export async function openFileStore(
  path: string,
  options: FileStoreOptions = {},
): Promise<FileStore> {
  requireKind(path, "text", "`openFileStore`: the path");
  requireOptions(options, "openFileStore", {
    key: "text",
    watch: "boolean",
    onProblem: "function",
    timeoutMs: "number",
  });
  if (options.schema !== undefined) requireSchema(options.schema, "openFileStore");
  const loaded = await loadFile(path, options, new AbortController().signal);
  return FileStore.of(path, loaded, options);
}

/** How long a file has to stay the same before it is read again, in milliseconds. */
const SETTLED = 100;

/** A file's records, held in memory. */
export class FileStore implements Store {
  readonly kind = "memory";
  readonly #path: string;
  readonly #memory: MemoryStore;
  readonly #onProblem: ((error: StoreError) => void) | undefined;
  readonly #watch: FileWatch | undefined;
  readonly #closing = new AbortController();
  /** The state of the file when it was last read, with success or not; `undefined` if there was no file. */
  #state: FileState | undefined;
  #reloading: Promise<void> | undefined;

  private constructor(path: string, { table, state }: LoadedFile, options: FileStoreOptions) {
    this.#path = path;
    this.#memory = MemoryStore.of(table, options);
    this.#onProblem = options.onProblem;
    this.#state = state;
    if (options.watch !== false) this.#watch = new FileWatch(path, () => this.#look());
  }

  /** @internal Called by `openFileStore`. */
  static of(path: string, loaded: LoadedFile, options: FileStoreOptions): FileStore {
    return new FileStore(path, loaded, options);
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

  count(filter: Formula | undefined, signal: AbortSignal): Promise<number> {
    return this.#memory.count(filter, signal);
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
  #look(): void {
    this.#reloading ??= this.#reload().finally(() => {
      this.#reloading = undefined;
    });
  }

  async #reload(): Promise<void> {
    let state = await stateOfPath(this.#path);
    if (state === this.#state) return;
    try {
      // The program that writes the file may be between two writes.
      for (let before: FileState | undefined | null = null; before !== state; ) {
        before = state;
        await sleep(SETTLED, undefined, { signal: this.#closing.signal });
        state = await stateOfPath(this.#path);
      }
      // A file that cannot be read is not tried or reported again before it changes.
      this.#state = state;
      // The schema stays: formulas were compiled for it.
      const loaded = await loadFile(this.#path, { schema: this.schema }, this.#closing.signal);
      this.#memory.replace(loaded.table);
      this.#state = loaded.state;
    } catch (error) {
      if (this.#closing.signal.aborted) return;
      await callBack(() => this.#onProblem?.(problemOf(error, this.#path)));
    }
  }
}

function problemOf(error: unknown, path: string): StoreError {
  if (error instanceof StoreError) return error;
  return new StoreError("unavailable", `${path}: ${reasonOf(error)}`, error);
}
