import { performance } from "node:perf_hooks";
import { setBits } from "../../columns/mask/row-mask.ts";
import type { Plan } from "../../columns/select/plan.ts";
import { BLOCK, BLOCK_BITS } from "../../columns/storage/blocks.ts";

/** About how long rows are marked in one go, at most, in milliseconds. */
const LOOK_MS = 2;
const FIRST_ROWS = 32;

/** Marks the rows that a plan finds, as many in one go as take only a moment. */
export class RowMarker {
  readonly #plan: Plan;
  readonly #hits = new Int32Array(BLOCK);
  #most = FIRST_ROWS;

  constructor(plan: Plan) {
    this.#plan = plan;
  }

  /** Marks rows from `at` on, of one block and before `to`. Returns the row behind them. */
  mark(at: number, to: number, words: Uint32Array): number {
    const block = at >> BLOCK_BITS;
    const end = Math.min(at + this.#most, to, (block + 1) << BLOCK_BITS);
    const begin = performance.now();
    if (end - at === BLOCK) this.#plan.mark(block, this.#hits, words);
    else setBits(words, this.#hits, this.#plan.find(at, end, this.#hits, 0));
    if (performance.now() - begin < LOOK_MS / 2) this.#most = Math.min(this.#most * 2, BLOCK);
    else this.#most = Math.ceil(this.#most / 2);
    return end;
  }
}
