import type { RowOrder } from "../../columns/order/row-order.ts";
import { sortRows } from "../../columns/order/sort-rows.ts";
import type { TimeSlice } from "./time-slice.ts";

/** How many rows are sorted at once: that takes some milliseconds. */
const RUN = 16_384;

/**
 * Sorts rows. It sorts runs and merges them, and lets other work have its turn in between: a million texts take a
 * second.
 *
 * @param rows in ascending order; their order in this array changes
 */
export async function sortedRows(
  rows: Uint32Array,
  order: RowOrder,
  slice: TimeSlice,
): Promise<Uint32Array> {
  const { compare } = order;
  const count = rows.length;
  for (let from = 0; from < count; from += RUN) {
    sortRows(rows.subarray(from, from + RUN), order);
    if (slice.isDue()) await slice.turn();
  }
  let sorted = rows;
  let merged: Uint32Array = new Uint32Array(count);
  for (let width = RUN; width < count; width *= 2) {
    for (let from = 0; from < count; from += 2 * width) {
      const merge = new Merge(
        sorted,
        merged,
        from,
        Math.min(from + width, count),
        Math.min(from + 2 * width, count),
        compare,
      );
      while (merge.goOn(RUN)) if (slice.isDue()) await slice.turn();
    }
    [sorted, merged] = [merged, sorted];
  }
  return sorted;
}

class Merge {
  readonly #from: Uint32Array;
  readonly #to: Uint32Array;
  readonly #middle: number;
  readonly #end: number;
  readonly #compare: (a: number, b: number) => number;
  #left: number;
  #right: number;
  #at: number;

  constructor(
    from: Uint32Array,
    to: Uint32Array,
    start: number,
    middle: number,
    end: number,
    compare: (a: number, b: number) => number,
  ) {
    this.#from = from;
    this.#to = to;
    this.#left = start;
    this.#at = start;
    this.#middle = middle;
    this.#right = middle;
    this.#end = end;
    this.#compare = compare;
  }

  /** Merges so many more rows; returns whether any are left. */
  goOn(count: number): boolean {
    const until = Math.min(this.#at + count, this.#end);
    for (; this.#at < until; this.#at++) {
      const left = this.#from[this.#left] ?? 0;
      const right = this.#from[this.#right] ?? 0;
      const isLeft =
        this.#right >= this.#end || (this.#left < this.#middle && this.#compare(left, right) <= 0);
      if (isLeft) this.#left++;
      else this.#right++;
      this.#to[this.#at] = isLeft ? left : right;
    }
    return this.#at < this.#end;
  }
}
