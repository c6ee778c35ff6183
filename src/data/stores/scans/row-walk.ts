import { setBits } from "../../../backends/columns/mask/row-mask.ts";
import { endOf } from "../../../backends/columns/select/row-search.ts";
import type { SelectPlan } from "../../../backends/columns/select/select-plan.ts";
import { BLOCK, BLOCK_BITS } from "../../../backends/columns/storage/blocks.ts";
import type { Clock } from "../clock.ts";

/** About how long one step takes, at most, in milliseconds. */
const STEP_MS = 2;
const FIRST_ROWS = 32;
/** So many blocks are looked at in one step, at most. */
const MOST_BLOCKS = 16;

/** Looks at rows of one block: from one on, and before another. */
type Look = (from: number, to: number) => void;

/** Goes over rows in steps, and looks at as many in each as take only a moment. */
export class RowWalk {
  readonly #look: Look;
  readonly #clock: Clock;
  /** How many rows of a block are looked at without asking for the time. */
  #most = FIRST_ROWS;

  constructor(look: Look, clock: Clock) {
    this.#look = look;
    this.#clock = clock;
  }

  /** Goes from a row on, to another one at most. Returns the row behind those that were looked at. */
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

/** Marks the rows that a plan finds. Their bits are 0 before. */
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

  /** How many it has marked. */
  get count(): number {
    return this.#count;
  }
}
