import { performance } from "node:perf_hooks";
import { endOf } from "../../columns/select/row-search.ts";
import type { TimeSlice } from "./time-slice.ts";

/** How many rows are looked at before it has shown how long that takes. */
const FIRST = 2048;
const FEWEST = 16;
const LEAST_MS = 1e-6;

/**
 * Goes through rows in chunks. How many a step looks at depends on what the ones before took, so that others have their turns
 * whatever a formula costs.
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
    // One block may be decided without a look at its rows, and the next not.
    this.#msPerRow = Math.max(msPerRow, (this.#msPerRow ?? 0) / 2);
    this.#at = end;
    return result;
  }

  #most(): number {
    if (this.#msPerRow === undefined) return FIRST;
    // A clock is too coarse for some.
    return Math.max(FEWEST, Math.floor(this.#slice.left / Math.max(this.#msPerRow, LEAST_MS)));
  }
}
