import type { ColumnTable } from "../../../backends/columns/column-table.ts";
import { sentColumns, sharedBytes } from "../../../backends/columns/shared/shared-columns.ts";
import { hintGarbageCollection } from "./gc-hint.ts";
import { type PooledThread, post } from "./scan-job.ts";

/** The tables whose columns threads hold. An unreachable table is dropped. */
export class SentTables {
  readonly #threads: Iterable<PooledThread>;
  readonly #numbers = new WeakMap<ColumnTable, number>();
  readonly #finalizers = new FinalizationRegistry<number>((table) => this.#forget(table));
  #last = 0;

  constructor(threads: Iterable<PooledThread>) {
    this.#threads = threads;
  }

  /** Sends the columns that a thread lacks. Returns the number of their table. */
  send(thread: PooledThread, rows: ColumnTable): number {
    const table = this.#numberOf(rows);
    const sent = sentColumns(rows);
    if (sent !== undefined && thread.tables.get(table) !== sent.columns.length) {
      const columns = sent.columns.slice(thread.tables.get(table));
      thread.tables.set(table, sent.columns.length);
      post(thread, { kind: "table", table, sent: { ...sent, columns } });
    }
    return table;
  }

  /** Drops a table from all threads. */
  forget(rows: ColumnTable): void {
    const sent = sentColumns(rows);
    if (sent !== undefined) hintGarbageCollection(sharedBytes(sent));
    const table = this.#numbers.get(rows);
    if (table !== undefined) this.#forget(table);
  }

  #numberOf(rows: ColumnTable): number {
    const known = this.#numbers.get(rows);
    if (known !== undefined) return known;
    const table = ++this.#last;
    this.#numbers.set(rows, table);
    this.#finalizers.register(rows, table);
    return table;
  }

  #forget(table: number): void {
    for (const thread of this.#threads) {
      if (thread.tables.delete(table)) post(thread, { kind: "forget", table });
    }
  }
}
