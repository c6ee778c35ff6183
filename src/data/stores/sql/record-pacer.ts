import type { SqlQuery } from "../../../backends/sql/query/sql-query.ts";
import type { Formula } from "../../../engine/index.ts";
import { ASSUMED_LENGTH } from "../../../language/core/leaf-operations.ts";
import type { Field } from "../../../language/schema/index.ts";
import { filterWork } from "../filter-work.ts";
import type { StoreRecord } from "../store.ts";
import type { TimeSlice } from "../time-slice.ts";
import type { Row } from "./driver.ts";

/**
 * Converts rows to records, and yields in between: the part of a filter that the database cannot decide may take long.
 */
export class RecordPacer {
  readonly #slice: TimeSlice;
  readonly #filter: Formula | undefined;
  /** The cells that the residual filter reads: index in the row, and field name. */
  readonly #tested: readonly (readonly [index: number, name: string])[];
  /** The most UTF-16 units in a text of each field, in the rows so far. */
  readonly #longest = new Map<string, number>();
  readonly #isInScope: ((row: Row) => boolean) | undefined;
  #msPerRow: number;

  /** @param isInScope whether a row is in the scope of the filter: other rows are neither priced nor read */
  constructor(
    { selected, residual }: SqlQuery,
    filter: Formula | undefined,
    slice: TimeSlice,
    isInScope?: (row: Row) => boolean,
  ) {
    this.#slice = slice;
    this.#isInScope = isInScope;
    this.#filter = residual === undefined ? undefined : filter;
    const names = new Set(residual?.fields);
    this.#tested = [...selected.entries()].flatMap(([index, { name }]) =>
      names.has(name) ? [[index, name] as const] : [],
    );
    this.#msPerRow = this.#estimate();
  }

  /** @throws {@link StoreError}: `too-costly` if a row's text is too long for the filter */
  async records(
    rows: readonly Row[],
    read: (row: Row) => StoreRecord | undefined,
  ): Promise<readonly StoreRecord[]> {
    const records: StoreRecord[] = [];
    this.#slice.resume();
    for (const row of rows) {
      if (this.#isInScope !== undefined) {
        if (this.#slice.shouldYield(this.#msPerRow)) await this.#slice.yield();
        if (!this.#isInScope(row)) continue;
      }
      this.#look(row);
      if (this.#slice.shouldYield(this.#msPerRow)) await this.#slice.yield();
      const record = read(row);
      if (record !== undefined) records.push(record);
    }
    this.#slice.pause();
    return records;
  }

  /** Updates the estimate if a text is longer than all before it. */
  #look(row: Row): void {
    let isLonger = false;
    for (const [index, name] of this.#tested) {
      const length = lengthOf(row[index]);
      if (length <= (this.#longest.get(name) ?? ASSUMED_LENGTH)) continue;
      this.#longest.set(name, length);
      isLonger = true;
    }
    if (isLonger) this.#msPerRow = this.#estimate();
  }

  #estimate(): number {
    const longest = ({ name }: Field): number => this.#longest.get(name) ?? ASSUMED_LENGTH;
    return filterWork(this.#filter, longest).ms;
  }
}

/** An upper bound on the UTF-16 units of a string, of undecoded bytes, or of a list. */
function lengthOf(cell: unknown): number {
  if (typeof cell === "string" || cell instanceof Uint8Array) return cell.length;
  return Array.isArray(cell) ? cell.reduce<number>((sum, item) => sum + lengthOf(item) + 1, 0) : 0;
}
