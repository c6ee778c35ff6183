import type { Steps } from "../../../util/steps.ts";
import { testStage } from "../select/flags-stage.ts";
import { endOf } from "../select/row-search.ts";
import type { SelectPlan } from "../select/select-plan.ts";
import { BLOCK } from "../storage/blocks.ts";
import { FirstRows } from "./first-rows.ts";
import type { RowOrder } from "./row-order.ts";

/** If more rows of a block than this pass, the bound is rebuilt. */
const MANY_FOUND = 200;

/** The maximum number of bounds that get a vector loop. */
const MOST_LOOPS = 8;

/** Each bound needs a new vector loop, which pays off if at least this many rows remain. */
const VECTOR_THRESHOLD = 200_000;

/**
 * The first rows, in an order, among those that match a condition. Once there are enough rows, the order's first key
 * excludes most others before the condition is tested.
 */
export class BestRows {
  readonly #plan: SelectPlan;
  readonly #order: RowOrder;
  readonly #best: FirstRows;
  readonly #isWanted: ((row: number) => boolean) | undefined;
  readonly #hits = new Int32Array(BLOCK);
  #at = 0;
  /** The plan with a test that a row must pass to precede the last of the best rows so far. */
  #bounded: SelectPlan | undefined;
  /** The row that the current bound was built from. */
  #boundedBy: number | undefined;
  /** The row after which the bound is rebuilt in any case. It grows fourfold, which limits the cost of bounds. */
  #nextBound = BLOCK;
  /** The number of bounds that got a vector loop. */
  #loops = 0;

  /** @param isWanted an additional test for the rows */
  constructor(
    plan: SelectPlan,
    order: RowOrder,
    most: number,
    isWanted?: (row: number) => boolean,
  ) {
    this.#plan = plan;
    this.#order = order;
    this.#best = new FirstRows(most, order.compare);
    this.#isWanted = isWanted;
  }

  /** The number of rows that were tested. */
  get done(): number {
    return this.#at;
  }

  /** The number of rows not tested yet. */
  get left(): number {
    return this.#plan.length - this.#at;
  }

  /** Tests at most `most` more rows, up to the end of a block. Returns whether any remain. */
  goOn(most: number = BLOCK): boolean {
    const from = this.#at;
    const to = endOf(from, most, this.#plan.length);
    /* v8 ignore next -- no caller continues after the last row */
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
      this.#bounded = this.#boundBy(last);
      this.#boundedBy = last;
      this.#nextBound = Math.max(this.#nextBound, 4 * to);
    }
    return to < this.#plan.length;
  }

  /** Sorts the best rows, in steps. */
  *sorting(): Steps<Uint32Array> {
    const rows = this.#best.rows();
    yield* this.#order.sorting(rows);
    return rows;
  }

  #find(from: number, to: number): number {
    const plan = this.#plan.isSearched ? this.#plan : (this.#bounded ?? this.#plan);
    return plan.find(from, to, this.#hits, 0);
  }

  #boundBy(row: number): SelectPlan | undefined {
    const columnTest = this.#order.testBefore(row);
    if (columnTest === undefined) return undefined;
    const { tier } = this.#plan;
    const withVectors =
      tier === "vectors" && this.left >= VECTOR_THRESHOLD && this.#loops < MOST_LOOPS;
    if (withVectors) this.#loops++;
    const ownTier = tier === "vectors" && !withVectors ? "generated" : tier;
    return this.#plan.after(testStage(columnTest, ownTier));
  }
}
