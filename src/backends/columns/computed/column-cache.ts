import type { ComputedColumn } from "./compute-column.ts";

/** The maximum number of bytes of a snapshot's cached columns. */
const MOST_BYTES = 2 ** 26;

/** A snapshot's cache of computed columns, by the name of the field. No cached column depends on the time. */
export class ColumnCache {
  readonly #columns = new Map<string, ComputedColumn>();
  readonly #mostBytes: number;

  /** @param mostBytes the maximum number of bytes of all columns together */
  constructor(mostBytes: number = MOST_BYTES) {
    this.#mostBytes = mostBytes;
  }

  get bytes(): number {
    let bytes = 0;
    for (const column of this.#columns.values()) bytes += column.bytes;
    return bytes;
  }

  get(name: string): ComputedColumn | undefined {
    return this.#columns.get(name);
  }

  /** Caches a column, unless it alone exceeds the limit. The columns that were cached first are evicted for it. */
  set(name: string, column: ComputedColumn): void {
    if (column.bytes > this.#mostBytes) return;
    this.#columns.delete(name);
    let bytes = this.bytes + column.bytes;
    for (const [other, { bytes: freed }] of this.#columns) {
      if (bytes <= this.#mostBytes) break;
      this.#columns.delete(other);
      bytes -= freed;
    }
    this.#columns.set(name, column);
  }
}
