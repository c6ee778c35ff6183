import type { Formula, Schema } from "isoform";
import type { SqlPart } from "isoform/sql";
import {
  checkQuery,
  recordOrder,
  type Store,
  type StoreCall,
  StoreError,
  type StoreQuery,
  type StoreRecord,
} from "isoform/stores";

const BATCH = 100;

/** Records in an array: the simplest store there can be. */
export class ArrayStore implements Store {
  readonly kind = "array";
  readonly version = "1";
  readonly schema: Schema;
  readonly #records: readonly StoreRecord[];
  #isClosed = false;

  constructor(records: readonly StoreRecord[], schema: Schema) {
    this.schema = schema;
    this.#records = records;
  }

  async *read(
    query: StoreQuery,
    { signal }: StoreCall = {},
  ): AsyncGenerator<readonly StoreRecord[]> {
    checkQuery(this.schema, query);
    const { fields = [...this.schema.fields.keys()], filter, sort = [], limit, after } = query;
    const order = recordOrder(this.schema, sort);
    const found = this.#records
      .filter((record) => filter?.matches(record) ?? true)
      .filter((record) => after === undefined || order(after, record) < 0)
      .sort(order)
      .slice(0, limit);
    this.#expectWanted(signal);
    for (let at = 0; at < found.length; at += BATCH) {
      yield found.slice(at, at + BATCH).map((record) => this.#shown(record, fields));
      this.#expectWanted(signal);
    }
  }

  async count(filter: Formula | undefined, { signal }: StoreCall = {}): Promise<number> {
    this.#expectWanted(signal);
    return this.#records.filter((record) => filter?.matches(record) ?? true).length;
  }

  explain({ source }: Formula): readonly SqlPart[] {
    return [
      {
        text: source,
        span: { start: 0, end: source.length },
        runs: "memory",
        where: undefined,
        prefilter: undefined,
        reasons: ["the records are in an array"],
      },
    ];
  }

  async check({ signal }: StoreCall = {}): Promise<void> {
    this.#expectWanted(signal);
  }

  async close(): Promise<void> {
    this.#isClosed = true;
  }

  #expectWanted(signal: AbortSignal | undefined): void {
    signal?.throwIfAborted();
    if (this.#isClosed) throw new StoreError("unavailable", "the store is closed");
  }

  #shown(record: StoreRecord, fields: readonly string[]): StoreRecord {
    return Object.fromEntries(
      fields.map((name) => {
        const value = record[name] ?? null;
        // Numbers have one zero.
        return [name, Object.is(value, -0) ? 0 : value];
      }),
    );
  }
}
