import { BLOCK, BLOCK_BITS } from "../storage/blocks.ts";
import type { SelectPlan } from "./select-plan.ts";

/** Finds the rows for which a condition holds, and tests some rows at a time. */
export class RowSearch {
  readonly #plan: SelectPlan;
  readonly #hits = new Int32Array(BLOCK);
  #at: number;

  /** @param start how many rows are skipped */
  constructor(plan: SelectPlan, start = 0) {
    this.#plan = plan;
    this.#at = start;
  }

  /**
   * Those of the next rows for which the condition holds; `undefined` after the last row. The next call overwrites the
   * array.
   *
   * @param most how many rows are tested; the search stops earlier at the end of a block
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

/** The row at which `most` rows from `from` on end, or their block, or all rows, whichever comes first. */
export function endOf(from: number, most: number, length: number): number {
  return Math.min(from + Math.max(1, most), ((from >> BLOCK_BITS) + 1) << BLOCK_BITS, length);
}
