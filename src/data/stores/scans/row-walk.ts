import { setBits } from "../../../backends/columns/mask/row-mask.ts";
import { endOf } from "../../../backends/columns/select/row-search.ts";
import type { SelectPlan } from "../../../backends/columns/select/select-plan.ts";
import { BLOCK, BLOCK_BITS } from "../../../backends/columns/storage/blocks.ts";
import type { Clock } from "../clock.ts";

/** The target time of one step, in milliseconds. */
const STEP_MS = 2;
const FIRST_ROWS = 32;
/** The most blocks in one step. */
const MOST_BLOCKS = 16;

/** Processes rows of one block. */
type Look = (from: number, to: number) => void;

/** Walks over rows in steps of limited time. */
export class RowWalk {
  readonly #look: Look;
  readonly #clock: Clock;
  /** Rows of a block to process between two readings of the clock. */
  #most = FIRST_ROWS;

  constructor(look: Look, clock: Clock) {
    this.#look = look;
    this.#clock = clock;
  }

  /** Processes rows from one on, up to another at most. Returns the row after the last one processed. */
  go(from: number, to: number): number {
    const begin = this.#clock.now();
    let at = from;
    let ms = 0;
    for (let blocks = 0; blocks < MOST_BLOCKS && at < to && ms < STEP_MS / 2; blocks++) {
      const end = endOf(at, this.#most, to);
      this.#look(at, end);
      at = end;
      const before = ms;
      ms = this.#clock.now() - begin;
      if (ms - before < STEP_MS / 2) this.#most = Math.min(this.#most * 2, BLOCK);
      else this.#most = Math.ceil(this.#most / 2);
    }
    return at;
  }
}

/** Sets the bits of rows that match a plan. The bits must be 0 before. */
export class MarkWalk extends RowWalk {
  #count = 0;

  constructor(plan: SelectPlan, words: Uint32Array, clock: Clock) {
    const hits = new Int32Array(BLOCK);
    const look = (from: number, to: number): void => {
      this.#count +=
        to - from === BLOCK
          ? plan.mark(from >> BLOCK_BITS, hits, words)
          : setBits(words, hits, plan.find(from, to, hits, 0));
    };
    super(look, clock);
  }

  /** The number of rows marked. */
  get count(): number {
    return this.#count;
  }
}
