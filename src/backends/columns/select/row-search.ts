import { BLOCK, BLOCK_BITS } from "../storage/blocks.ts";
import type { SelectPlan } from "./select-plan.ts";

/** An incremental search: each call tests a limited number of rows. */
export class RowSearch {
  readonly #plan: SelectPlan;
  readonly #hits = new Int32Array(BLOCK);
  #at: number;

  /** @param start the first row to test */
  constructor(plan: SelectPlan, start = 0) {
    this.#plan = plan;
    this.#at = start;
  }

  /**
   * The matches among the next rows; `undefined` after the last row. The next call overwrites the array.
   *
   * @param most the maximum number of rows to test; the search also stops at the end of a block
   */
  next(most: number = BLOCK): Uint32Array | undefined {
    const from = this.#at;
    if (from >= this.#plan.length) return undefined;
    const to = endOf(from, most, this.#plan.length);
    this.#at = to;
    const size = this.#plan.find(from, to, this.#hits, 0);
    return new Uint32Array(this.#hits.buffer, 0, size);
  }
}

/** The end of a range of `most` rows from `from` on, cut at the end of the block and of all rows. */
export function endOf(from: number, most: number, length: number): number {
  return Math.min(from + Math.max(1, most), ((from >> BLOCK_BITS) + 1) << BLOCK_BITS, length);
}
