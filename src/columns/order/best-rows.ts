import { flatKernel } from "../select/generate-kernel.ts";
import { type Kernel, leafKernel } from "../select/kernel.ts";
import type { Plan } from "../select/plan.ts";
import { endOf } from "../select/row-search.ts";
import { leafZones, NONE, type ZoneTest } from "../select/zone-test.ts";
import { BLOCK, BLOCK_BITS } from "../stored/blocks.ts";
import { vectorScan } from "../wasm/vector-kernel.ts";
import { FirstRows } from "./first-rows.ts";
import type { RowOrder } from "./row-order.ts";

/** Where more than such a share of rows may be among the first, the condition itself is looked at first. */
const MANY = 0.25;

/** A loop of vectors is written anew for each bound: that pays for so many rows. */
const WORTH_VECTORS = 200_000;

/** What rows have to have, to come before the last of the best ones so far. */
interface Bound {
  readonly kernel: Kernel;
  readonly zone: ZoneTest | undefined;
}

/**
 * The first rows of an order among those for which a condition holds. As soon as there are enough, the first key of the order rules out
 * most of the others before the condition is asked.
 */
export class BestRows {
  readonly #plan: Plan;
  readonly #order: RowOrder;
  readonly #best: FirstRows;
  readonly #isWanted: ((row: number) => boolean) | undefined;
  readonly #hits = new Int32Array(BLOCK);
  #at = 0;
  #bound: Bound | undefined;
  /** The row after which another bound is made: after four times as many each time, lest bounds cost more than they save. */
  #nextBound = BLOCK;

  /** @param isWanted whether a row may be one of them, beside the condition */
  constructor(plan: Plan, order: RowOrder, most: number, isWanted?: (row: number) => boolean) {
    this.#plan = plan;
    this.#order = order;
    this.#best = new FirstRows(most, order.compare);
    this.#isWanted = isWanted;
  }

  /** Looks at so many more rows, and never at more than a block's; answers whether there are any left. */
  goOn(most: number = BLOCK): boolean {
    const from = this.#at;
    const to = endOf(from, most, this.#plan.length);
    if (from >= to) return false;
    this.#at = to;
    const found = this.#find(from, to);
    const best = this.#best;
    const { compare } = this.#order;
    for (let index = 0; index < found; index++) {
      const row = this.#hits[index] as number;
      const { last } = best;
      if (last !== undefined && compare(row, last) >= 0) continue;
      if (this.#isWanted === undefined || this.#isWanted(row)) best.add(row);
    }
    if (to >= this.#nextBound && best.last !== undefined) {
      this.#bound = this.#boundBy(best.last);
      this.#nextBound = 4 * to;
    }
    return to < this.#plan.length;
  }

  sorted(): Uint32Array {
    return this.#best.sorted();
  }

  #find(from: number, to: number): number {
    const hits = this.#hits;
    const bound = this.#bound;
    if (bound === undefined) return this.#plan.find(from, to, hits, 0);
    const block = from >> BLOCK_BITS;
    if (bound.zone?.(block) === NONE) return 0;
    const size = bound.kernel.scan(from, to, hits, 0);
    if (size <= (to - from) * MANY) return this.#plan.refine(block, hits, size);
    return bound.kernel.refine(hits, 0, this.#plan.find(from, to, hits, 0));
  }

  #boundBy(row: number): Bound | undefined {
    const leaf = this.#order.leafBefore(row);
    if (leaf === undefined) return undefined;
    const flag = { op: "leaf", leaf } as const;
    const kernel = this.#plan.generates ? flatKernel([flag]) : leafKernel(leaf);
    const isLong = this.#plan.usesVectors && this.#plan.length - this.#at >= WORTH_VECTORS;
    const scan = isLong ? vectorScan([flag]) : undefined;
    return { kernel: scan === undefined ? kernel : { ...kernel, scan }, zone: leafZones(leaf) };
  }
}
