import { performance } from "node:perf_hooks";
import type { StoreRecord } from "../store.ts";
import type { Filter } from "./memory-filter.ts";
import { BLOCK, type MemoryTable } from "./memory-table.ts";
import type { Pace } from "./pace.ts";

/** How many records are looked at before it has shown how long that takes. */
const FIRST = 2048;
const FEWEST = 16;
const LEAST_MS = 1e-6;

/**
 * Goes through a table's records with a filter, slice by slice. How long a slice is depends on what the ones before took, so
 * that others have their turns whatever a formula costs.
 */
export class Slices {
  readonly #table: MemoryTable;
  readonly #filter: Filter | undefined;
  readonly #pace: Pace;
  #at: number;
  #msPerRecord: number | undefined;

  /** @param start how many records are passed over */
  constructor(table: MemoryTable, filter: Filter | undefined, pace: Pace, start = 0) {
    this.#table = table;
    this.#filter = filter;
    this.#pace = pace;
    this.#at = start;
  }

  /**
   * Those records of the next slice that the filter returns, in the order of the key; `undefined` after the last.
   *
   * @param most how many are of use: without a filter no more are given
   */
  next(most: number): readonly StoreRecord[] | undefined {
    const { blocks } = this.#table;
    const block = blocks[Math.floor(this.#at / BLOCK)];
    const from = this.#at % BLOCK;
    if (block === undefined || from >= block.length) return undefined;
    const to = Math.min(block.length, from + (this.#filter === undefined ? most : this.#length()));
    // A whole block need not be copied.
    const slice = from === 0 && to === block.length ? block : block.slice(from, to);
    this.#at += to - from;
    if (this.#filter === undefined) return slice;
    const begin = performance.now();
    const found = this.#filter(slice);
    this.#msPerRecord = (performance.now() - begin) / slice.length;
    return found;
  }

  #length(): number {
    if (this.#msPerRecord === undefined) return FIRST;
    // A clock is too coarse for some.
    return Math.max(FEWEST, Math.floor(this.#pace.left / Math.max(this.#msPerRecord, LEAST_MS)));
  }
}
