import { performance } from "node:perf_hooks";
import { endOf } from "../../columns/select/row-search.ts";
import type { TimeSlice } from "./time-slice.ts";

/** The size of the first chunk: how long rows take is not known yet. */
const FIRST = 2048;
const FEWEST = 16;
const LEAST_MS = 1e-6;

/**
 * Goes through rows in chunks. The size of a chunk depends on how long the chunks before took, so that other work has
 * its turn however slow a formula is.
 */
export class RowChunks {
  readonly #slice: TimeSlice;
  readonly #length: number;
  #at: number;
  #msPerRow: number | undefined;

  /** @param start how many rows are passed over */
  constructor(slice: TimeSlice, length: number, start = 0) {
    this.#slice = slice;
    this.#length = length;
    this.#at = start;
  }

  /**
   * @param look looks at so many of the next rows, or to the end of their block
   * @param limit how many are of use
   */
  take<T>(look: (most: number) => T, limit: number = Number.POSITIVE_INFINITY): T {
    const most = Math.min(this.#most(), limit);
    const end = endOf(this.#at, most, this.#length);
    const begin = performance.now();
    const result = look(most);
    const msPerRow = (performance.now() - begin) / Math.max(1, end - this.#at);
    // One block may be decided without looking at its rows, and the next may not.
    this.#msPerRow = Math.max(msPerRow, (this.#msPerRow ?? 0) / 2);
    this.#at = end;
    return result;
  }

  #most(): number {
    if (this.#msPerRow === undefined) return FIRST;
    // Some clocks are coarse, and show no time at all.
    return Math.max(FEWEST, Math.floor(this.#slice.left / Math.max(this.#msPerRow, LEAST_MS)));
  }
}
