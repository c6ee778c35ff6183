import { BLOCK, BLOCK_BITS } from "../storage/blocks.ts";
import type { Plan } from "./plan.ts";

/** Goes through the rows and finds those for which a condition holds, some rows at a time. */
export class RowSearch {
  readonly #plan: Plan;
  readonly #hits = new Int32Array(BLOCK);
  #at: number;

  /** @param start how many rows are passed over */
  constructor(plan: Plan, start = 0) {
    this.#plan = plan;
    this.#at = start;
  }

  /**
   * Those of the next rows for which the condition holds, until the next call; `undefined` after the last.
   *
   * @param most how many rows are looked at, and never more than a block's
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

/** The end of so many rows from one on, or of its block. */
export function endOf(from: number, most: number, length: number): number {
  return Math.min(from + Math.max(1, most), ((from >> BLOCK_BITS) + 1) << BLOCK_BITS, length);
}
