import { randomUUID } from "node:crypto";
import type { SqlPart } from "../../../backends/sql/sql-part.ts";
import type { Formula } from "../../../engine/index.ts";
import { requireFormula } from "../../../language/core/compiled.ts";
import type { Schema } from "../../../language/schema/index.ts";
import { requireSchema } from "../../../language/schema/index.ts";
import { bindMethods } from "../../../util/bind-methods.ts";
import { isRecord } from "../../../util/is-record.ts";
import { misuse, requireKind, requireOptions } from "../../../util/misuse.ts";
import type { SummaryPlan, SummaryRecord, SummaryWork } from "../../summary/index.ts";
import type { Clock } from "../clock.ts";
import { columnConverter, SchemaMismatch } from "../files/convert-columns.ts";
import { dataError, reasonOf } from "../files/data-error.ts";
import { needKey, schemaWithKey } from "../files/file-schema.ts";
import { propertyReader } from "../files/paths.ts";
import { notAnObject } from "../files/read-objects.ts";
import { OrderMemory } from "../order-memory.ts";
import { type ReadCall, readCall, requireFilter, requireQuery } from "../require-query.ts";
import { requirePool, type ScanPool } from "../scans/scan-pool.ts";
import {
  type Store,
  type StoreCall,
  StoreError,
  type StoreQuery,
  type StoreRecord,
  type WrittenFormat,
  type WrittenRecords,
} from "../store.ts";
import { STORE_LIMITS } from "../store-limits.ts";
import { TimeSlice } from "../time-slice.ts";
import { type MemoryTable, searchable } from "./memory-table.ts";
import { countTable, readTable, writeTable } from "./read-table.ts";
import { summarizeTable } from "./summarize-table.ts";
import { TableBuilder } from "./table-builder.ts";

/** The options of a store in memory. */
export interface MemoryStoreOptions {
  /** The key field, if the schema does not name it. */
  readonly key?: string;
  /** The time limit of a query in milliseconds, without the time spent waiting for other queries. Default: 30,000. */
  readonly timeoutMs?: number;
  /**
   * Threads for searches that take longer than a moment; without them, a search runs on the event loop, in short time
   * slices.
   */
  readonly pool?: ScanPool;
  /** @internal */
  readonly clock?: Clock;
}

/** A store of records held in memory, as columns. Queries yield to other work of the program. */
export class MemoryStore implements Store {
  static {
    bindMethods(MemoryStore);
  }

  readonly kind = "memory";
  /** @internal */
  readonly timeoutMs: number;
  readonly #clock: Clock | undefined;
  #table: MemoryTable;
  #isClosed = false;

  private constructor(
    table: MemoryTable,
    { timeoutMs = STORE_LIMITS.queryMs, clock }: MemoryStoreOptions,
  ) {
    this.#table = table;
    this.#clock = clock;
    this.timeoutMs = timeoutMs;
  }

  /** @internal Called by `FileStore.open`. */
  static of(table: MemoryTable, options: MemoryStoreOptions): MemoryStore {
    return new MemoryStore(table, options);
  }

  /**
   * Copies records: any objects with properties that fit the schema.
   *
   * @throws {@link StoreError}: `data` for a value of another type than its field and for blank or duplicate keys,
   * `setup` if there is no key.
   */
  static async from(
    records: Iterable<unknown>,
    schema: Schema,
    options: MemoryStoreOptions = {},
  ): Promise<MemoryStore> {
    requireKind(records, "iterable", "`MemoryStore.from`: the records");
    requireSchema(schema, "MemoryStore.from");
    requireOptions(options, "MemoryStore.from", { key: "text", timeoutMs: "number" });
    requirePool(options.pool, "MemoryStore.from");
    const keyed = schemaWithKey(schema, options.key, true);
    const builder = new TableBuilder(keyed, needKey(keyed, NAME));
    const readers = Array.from(keyed.stored.keys(), propertyReader);
    const convert = columnConverter(keyed.stored.values(), false);
    const slice = new TimeSlice({ clock: options.clock });
    let columns: unknown[][] = readers.map(() => []);
    let positions: number[] = [];
    const addBatch = (): void => {
      try {
        builder.add(convert({ columns, positions }).columns);
      } catch (error) {
        if (!(error instanceof SchemaMismatch)) throw error;
        throw dataError(NAME, ["record", error.position], error.message);
      }
      columns = readers.map(() => []);
      positions = [];
    };
    let count = 0;
    for (const record of records) {
      count++;
      try {
        if (!isRecord(record)) throw new Error(notAnObject(record));
        for (const [index, read] of readers.entries()) columns[index]?.push(read(record));
      } catch (error) {
        // Records before the invalid one may be invalid too: report the first.
        addBatch();
        throw dataError(NAME, ["record", count], reasonOf(error), error);
      }
      positions.push(count);
      if (count % LOOK_AROUND !== 0) continue;
      addBatch();
      if (slice.shouldYield()) await slice.yield();
    }
    addBatch();
    const positionOf = (index: number): string => `${NAME}, record ${index + 1}`;
    // The version of these records can be random: they are immutable and exist nowhere else.
    const table = await builder.finish(randomUUID(), positionOf, slice);
    return new MemoryStore(await searchable(table, options.pool, slice), options);
  }

  get schema(): Schema {
    return this.#table.schema;
  }

  get version(): string {
    return this.#table.version;
  }

  /** The number of records. */
  get size(): number {
    return this.#table.rows.length;
  }

  /** @internal Replaces the records. Running queries continue with the old ones. */
  replace(table: MemoryTable): void {
    const { pool, rows } = this.#table;
    this.#table = table;
    pool?.release(rows);
  }

  /** The records as of the time of the call, regardless of when they are consumed. */
  read(query: StoreQuery, call?: StoreCall): AsyncIterable<readonly StoreRecord[]> {
    requireQuery(query, "read");
    const read = readCall(call, "read");
    const memory = new OrderMemory(read.hold);
    return memory.during(readTable(this.#table, query, this.#slice(read), memory));
  }

  /** The same records as JSON, without creating record objects. */
  write(query: StoreQuery, format: WrittenFormat, call?: StoreCall): AsyncIterable<WrittenRecords> {
    requireQuery(query, "write");
    if (format !== "json" && format !== "ndjson") {
      throw misuse("`write`: the format", '"json" or "ndjson"', format);
    }
    const read = readCall(call, "write");
    const memory = new OrderMemory(read.hold);
    return memory.during(writeTable(this.#table, query, format, this.#slice(read), memory));
  }

  async count(filter: Formula | undefined, call?: StoreCall): Promise<number> {
    requireFilter(filter, "count");
    return countTable(this.#table, filter, this.#slice(readCall(call, "count")));
  }

  /** Summarizes in one pass over the columns. */
  async summarize(
    plan: SummaryPlan,
    work: SummaryWork<AbortSignal> = {},
  ): Promise<readonly SummaryRecord[]> {
    return summarizeTable(this.#table, plan, this.#slice(readCall(work, "summarize")), work);
  }

  explain(filter: Formula): readonly SqlPart[] {
    requireFormula(filter, "`explain`");
    return [
      {
        text: filter.source,
        span: { start: 0, end: filter.source.length },
        runs: "memory",
        where: undefined,
        prefilter: undefined,
        reasons: ["the records are held in memory"],
      },
    ];
  }

  async check(call?: StoreCall): Promise<void> {
    readCall(call, "check").signal.throwIfAborted();
    this.#requireOpen();
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    const { pool, rows } = this.#table;
    pool?.release(rows);
  }

  #slice({ signal, owner, meter }: ReadCall): TimeSlice {
    const mayGoOn = (): void => this.#requireOpen();
    const { timeoutMs } = this;
    // A spread of the call takes some 10 µs.
    return new TimeSlice({ signal, owner, meter, mayGoOn, timeoutMs, clock: this.#clock });
  }

  #requireOpen(): void {
    if (this.#isClosed) throw new StoreError("unavailable", "the store is closed");
  }
}

/** The source of in-memory records in messages. */
const NAME = "the records";

/** Records copied between two checks of the time slice. */
const LOOK_AROUND = 256;
