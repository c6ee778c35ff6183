import type { ColumnTest } from "../condition/column-test.ts";
import type { Plan } from "../select/plan.ts";
import type { RowFinder } from "../select/row-finder.ts";
import { endOf } from "../select/row-search.ts";
import { NONE, testZones, type ZoneTest } from "../select/zone-test.ts";
import { BLOCK, BLOCK_BITS } from "../storage/blocks.ts";
import { FirstRows } from "./first-rows.ts";
import type { RowOrder } from "./row-order.ts";

/** Where more than such a share of rows may be among the first, these are not looked for first, but together with the condition. */
const MANY = 0.25;

/** Where so many rows of a block pass, the bound is no longer a good one. */
const MANY_FOUND = 200;

/** Bounds that may have a loop of vectors of their own. */
const MOST_LOOPS = 8;

/** A loop of vectors is written anew for each bound: that pays for so many rows. */
const WORTH_VECTORS = 200_000;

/** What rows have to have, to come before the last of the best ones so far. */
interface Bound {
  readonly columnTest: ColumnTest;
  readonly zone: ZoneTest | undefined;
  readonly withVectors: boolean;
  /** Finds the rows that have it, where that is done first. */
  readonly finder: RowFinder | undefined;
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
  /** The condition and the bound, once this one has shown that it rules out too few rows alone. */
  #together: Plan | undefined;
  /** The row that the bound was made of. */
  #boundedBy: number | undefined;
  /** The row after which another bound is made in any case: four times as many each time, lest bounds cost more than they save. */
  #nextBound = BLOCK;
  /** Bounds with loops of vectors, which cost more. */
  #loops = 0;

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
    const { last } = best;
    const isStale = found > MANY_FOUND && last !== this.#boundedBy;
    if (last !== undefined && (to >= this.#nextBound || isStale)) {
      this.#bound = this.#boundBy(last);
      this.#boundedBy = last;
      this.#nextBound = Math.max(this.#nextBound, 4 * to);
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
    if (bound.finder !== undefined && this.#together === undefined) {
      const size = bound.finder.scan(from, to, hits, 0);
      if (size <= (to - from) * MANY) return this.#plan.refine(block, hits, size);
    }
    this.#together ??= this.#plan.and(bound.columnTest, bound.withVectors);
    return this.#together.find(from, to, hits, 0);
  }

  #boundBy(row: number): Bound | undefined {
    const columnTest = this.#order.testBefore(row);
    if (columnTest === undefined) return undefined;
    const left = this.#plan.length - this.#at;
    const withVectors = this.#plan.usesVectors && left >= WORTH_VECTORS && this.#loops < MOST_LOOPS;
    if (withVectors) this.#loops++;
    // What ruled out too few rows alone will do so again.
    const isFirst = this.#together === undefined;
    this.#together = isFirst ? undefined : this.#plan.and(columnTest, withVectors);
    const finder = isFirst ? this.#plan.finderOf(columnTest, withVectors) : undefined;
    return { columnTest, zone: testZones(columnTest), withVectors, finder };
  }
}
