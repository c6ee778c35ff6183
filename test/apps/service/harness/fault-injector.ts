import { setImmediate as nextIteration } from "node:timers/promises";
import type { SqlPart } from "../../../../src/backends/sql/sql-part.ts";
import type { MemoryStore } from "../../../../src/data/stores/memory/memory-store.ts";
import type {
  Store,
  StoreCall,
  StoreQuery,
  StoreRecord,
  WrittenFormat,
  WrittenRecords,
} from "../../../../src/data/stores/store.ts";
import type { Formula } from "../../../../src/engine/index.ts";
import type { Schema } from "../../../../src/language/schema/index.ts";
import { Changes } from "./waiting.ts";

export interface Faults {
  /** What is thrown in the place of a batch. */
  readonly error?: Error;
  /** How many batches come before it; the error is thrown at once for 0. */
  readonly afterBatches?: number;
  /** Waited for before each batch. */
  readonly before?: (batch: number) => Promise<void>;
  /** Every batch that often, for answers larger than what is held in memory. */
  readonly repeat?: number;
  /** What becomes of a record on its way. */
  readonly change?: (record: StoreRecord) => StoreRecord;
}

/** A real store with faults of ours: it breaks when it is told to, and counts what was asked of it and what was given back. */
export class FaultInjector implements Store {
  readonly kind: string;
  readonly version: string | undefined;
  readonly #store: Store;
  faults: Faults;
  /** Iterations that were begun, and that have ended in any way. */
  begun = 0;
  ended = 0;
  batches = 0;
  /** Of the counts, and of what else a test waits for together with them. */
  readonly changes = new Changes();
  readonly queries: StoreQuery[] = [];
  readonly calls: StoreCall[] = [];

  constructor(store: Store, faults: Faults = {}) {
    this.#store = store;
    this.kind = store.kind;
    this.version = store.version;
    this.faults = faults;
  }

  get schema(): Schema {
    return this.#store.schema;
  }

  async *read(query: StoreQuery, call?: StoreCall): AsyncIterable<readonly StoreRecord[]> {
    const batches = this.faulty(query, this.#store.read(query, call), call);
    for await (const records of batches) {
      const { change } = this.faults;
      yield change === undefined ? records : records.map(change);
    }
  }

  protected async *faulty<Batch>(
    query: StoreQuery,
    batches: AsyncIterable<Batch>,
    call: StoreCall = {},
  ): AsyncIterable<Batch> {
    const { error, afterBatches = 0, before, repeat = 1 } = this.faults;
    this.begun++;
    this.queries.push(query);
    this.calls.push(call);
    this.changes.changed();
    let number = 0;
    try {
      for await (const batch of batches) {
        for (let again = 0; again < repeat; again++) {
          call.signal?.throwIfAborted();
          if (error !== undefined && number === afterBatches) throw error;
          await (before?.(number) ?? nextIteration());
          number++;
          this.batches++;
          this.changes.changed();
          yield batch;
        }
      }
      if (error !== undefined) throw error;
    } finally {
      this.ended++;
      this.changes.changed();
    }
  }

  /** Waits until iterations or batches are as many as that. */
  until(what: string, isSo: (store: this) => boolean): Promise<void> {
    return this.changes.until(what, () => isSo(this));
  }

  /** Waits until every iteration has ended. */
  allEnded(): Promise<void> {
    return this.until("the end of all reading", ({ begun, ended }) => begun === ended);
  }

  count(filter: Formula | undefined, call?: StoreCall): Promise<number> {
    return this.#store.count(filter, call);
  }

  explain(filter: Formula): readonly SqlPart[] {
    return this.#store.explain(filter);
  }

  async check(call?: StoreCall): Promise<void> {
    if (this.faults.error !== undefined) throw this.faults.error;
    await this.#store.check(call);
  }

  close(): Promise<void> {
    return this.#store.close();
  }
}

/** The same for a store that writes its records by itself: its batches are then chunks of text. */
export class WritingFaultInjector extends FaultInjector {
  readonly #memory: MemoryStore;

  constructor(memory: MemoryStore, faults: Faults = {}) {
    super(memory, faults);
    this.#memory = memory;
  }

  write(query: StoreQuery, format: WrittenFormat, call?: StoreCall): AsyncIterable<WrittenRecords> {
    return this.faulty(query, this.#memory.write(query, format, call), call);
  }
}
