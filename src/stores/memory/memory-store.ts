import { randomUUID } from "node:crypto";
import type { Formula } from "../../engine/index.ts";
import type { Schema } from "../../schema/index.ts";
import type { SqlPart } from "../../sql/filter.ts";
import { dataError, reasonOf } from "../files/data-error.ts";
import { needKey, schemaWithKey } from "../files/file-schema.ts";
import { Misfit, RecordMaker } from "../files/record-maker.ts";
import { type Store, StoreError, type StoreQuery, type StoreRecord } from "../store.ts";
import { type MemoryTable, makeTable } from "./memory-table.ts";
import { Pace } from "./pace.ts";
import { countTable, readTable } from "./read-table.ts";

export interface MemoryStoreOptions {
  /** The field that identifies a record, where the schema does not say. */
  readonly key?: string;
  /** How long a query may work, in milliseconds; 30,000 unless given. */
  readonly timeoutMs?: number;
}

const TIMEOUT_MS = 30_000;

/**
 * Records held in memory. What it hands over without a choice of fields are the records that it holds: they must not be changed.
 * Other work of the program has its turn while a query runs.
 */
export class MemoryStore implements Store {
  readonly kind = "memory";
  readonly #timeoutMs: number;
  #table: MemoryTable;
  #isClosed = false;

  /** @internal Made by `MemoryStore.from` and `openFileStore`. */
  constructor(table: MemoryTable, { timeoutMs = TIMEOUT_MS }: MemoryStoreOptions = {}) {
    this.#table = table;
    this.#timeoutMs = timeoutMs;
  }

  /**
   * Copies records of a program: any objects whose properties fit the schema.
   *
   * @throws {@link StoreError}: `data` for a value that is not of its field's type and for keys that are blank or the same,
   * `setup` where there is no key.
   */
  static async from(
    records: Iterable<unknown>,
    schema: Schema,
    options: MemoryStoreOptions = {},
  ): Promise<MemoryStore> {
    const keyed = schemaWithKey(schema, options.key, true);
    const maker = new RecordMaker(keyed, { isKept: true });
    const made: StoreRecord[] = [];
    const pace = new Pace();
    for (const record of records) {
      try {
        made.push(maker.make(record));
      } catch (error) {
        const problem = error instanceof Misfit ? error.message : reasonOf(error);
        throw dataError(NAME, ["record", made.length + 1], problem, error);
      }
      if (made.length % LOOK_AROUND === 0 && pace.isDue()) await pace.turn();
    }
    const table = await makeTable(
      {
        schema: keyed,
        key: needKey(keyed, NAME),
        records: made,
        // These records are nowhere else, and never change.
        version: randomUUID(),
        placeOf: (index) => `${NAME}, record ${index + 1}`,
      },
      pace,
    );
    return new MemoryStore(table, options);
  }

  get schema(): Schema {
    return this.#table.schema;
  }

  get version(): string {
    return this.#table.version;
  }

  /** How many records there are. */
  get size(): number {
    return this.#table.size;
  }

  /** @internal Puts other records in the place of these; what runs goes on with the old ones. */
  replace(table: MemoryTable): void {
    this.#table = table;
  }

  /** The records as they were when it was called, whenever they are taken. */
  read(query: StoreQuery, signal: AbortSignal): AsyncIterable<readonly StoreRecord[]> {
    return readTable(this.#table, query, this.#pace(signal));
  }

  async count(filter: Formula | undefined, signal: AbortSignal): Promise<number> {
    const pace = this.#pace(signal);
    pace.resume();
    return countTable(this.#table, filter, pace);
  }

  explain(filter: Formula): readonly SqlPart[] {
    return [
      {
        text: filter.source,
        span: { start: 0, end: filter.source.length },
        runs: "memory",
        where: undefined,
        reasons: ["the records are held in memory"],
      },
    ];
  }

  async check(signal: AbortSignal): Promise<void> {
    this.#mayGoOn(signal);
  }

  async close(): Promise<void> {
    this.#isClosed = true;
  }

  #pace(signal: AbortSignal): Pace {
    return new Pace(() => this.#mayGoOn(signal), this.#timeoutMs);
  }

  #mayGoOn(signal: AbortSignal): void {
    signal.throwIfAborted();
    if (this.#isClosed) throw new StoreError("unavailable", "the store is closed");
  }
}

/** What messages call records that come from no file. */
const NAME = "the records";

/** So many records are copied before it is asked whether others wait. */
const LOOK_AROUND = 256;
