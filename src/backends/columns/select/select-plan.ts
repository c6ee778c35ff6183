/* The search for rows: plans decide which part of a condition is tested first, and by which kind of loop. */

import type { CoreNode } from "../../../language/core/node.ts";
import type { Steps } from "../../../util/steps.ts";
import type { ColumnLayout } from "../condition/column-layout.ts";
import type { ColumnTest } from "../condition/column-test.ts";
import type { Flag } from "../condition/forms.ts";
import { setBits } from "../mask/row-mask.ts";
import { BLOCK, BLOCK_BITS } from "../storage/blocks.ts";
import { flagsStage, testStage } from "./flags-stage.ts";
import { stagesOf } from "./plan-stages.ts";
import { EVERY_ROW, type RowFinder } from "./row-finder.ts";
import type { Stage } from "./stage.ts";
import type { Tier } from "./tier.ts";

/** Finds the rows for which a condition holds, in stages: each tests only the rows that the stages before it found. */
export class SelectPlan {
  readonly length: number;
  readonly tier: Tier;
  readonly #own: readonly Stage[];
  #stages: readonly Stage[];

  private constructor(length: number, tier: Tier, stages: readonly Stage[]) {
    this.length = length;
    this.tier = tier;
    this.#own = stages;
    this.#stages = stages;
  }

  /**
   * Makes a plan in steps, since it may take long for a condition of many parts.
   *
   * @param condition without one, every row matches
   */
  static *making(
    condition: CoreNode | undefined,
    layout: ColumnLayout,
    tier: Tier,
  ): Steps<SelectPlan> {
    const stages = condition === undefined ? [] : yield* stagesOf(condition, layout, tier);
    return new SelectPlan(layout.length, tier, stages);
  }

  /** A plan of one stage. */
  static of(length: number, tier: Tier, stage: Stage): SelectPlan {
    return new SelectPlan(length, tier, [stage]);
  }

  /** The plan of this condition after a stage, which finds the only rows that the condition is tested for. */
  after(stage: Stage): SelectPlan {
    return new SelectPlan(this.length, this.tier, [stage, ...this.#stages]);
  }

  /** A plan of its own, which may be told what others have found. */
  copy(): SelectPlan {
    return new SelectPlan(this.length, this.tier, this.#stages);
  }

  /** From now on, finds the rows of a mask, which others write before it is asked; without one, it searches itself. */
  takeFrom(mask: Stage | undefined): void {
    this.#stages = mask === undefined ? this.#own : [mask];
  }

  /** Whether others search, so that finding rows takes hardly any time. */
  get isSearched(): boolean {
    return this.#stages !== this.#own;
  }

  /** What tests rows, stage by stage. */
  get loops(): readonly Stage["loop"][] {
    return this.#stages.map(({ loop }) => loop);
  }

  /**
   * The plan of this condition and a column test; one loop tests both if that is possible.
   *
   * @param tier what that loop is made of
   */
  and(test: ColumnTest, tier: Tier): SelectPlan {
    const [first, ...others] = this.#stages;
    const stages =
      first?.flags === undefined
        ? [testStage(test, tier), ...this.#stages]
        : [flagsStage([flagOf(test), ...first.flags], tier), ...others];
    return new SelectPlan(this.length, this.tier, stages);
  }

  get blocks(): number {
    return Math.ceil(this.length / BLOCK);
  }

  /** Writes the rows of a block for which the condition holds into `hits`, from `size` on; returns the new size. */
  run(block: number, hits: Int32Array, size: number): number {
    const from = block << BLOCK_BITS;
    return this.find(from, Math.min(from + BLOCK, this.length), hits, size);
  }

  /** The same for some rows, which must be of one block. */
  find(from: number, to: number, hits: Int32Array, size: number): number {
    const [first = EVERY, ...others] = this.#stages;
    let end = first.finder.scan(from, to, hits, size);
    for (const { finder } of others) {
      if (end === size) break;
      end = finder.refine(hits, size, end);
    }
    return end;
  }

  /** Counts the rows of a block for which the condition holds; may write to `hits`. */
  count(block: number, hits: Int32Array): number {
    const finder = this.#only(block);
    const from = block << BLOCK_BITS;
    return finder?.count?.(from, from + BLOCK) ?? this.run(block, hits, 0);
  }

  /** Sets the bits of a block's rows for which the condition holds, which must be 0, and counts them; may write to `hits`. */
  mark(block: number, hits: Int32Array, words: Uint32Array): number {
    const finder = this.#only(block);
    const from = block << BLOCK_BITS;
    return (
      finder?.mark?.(from, from + BLOCK, words) ?? setBits(words, hits, this.run(block, hits, 0))
    );
  }

  /** The only finder, if the block is a whole one. */
  #only(block: number): RowFinder | undefined {
    const [first = EVERY, ...others] = this.#stages;
    const isWhole = (block + 1) << BLOCK_BITS <= this.length;
    return isWhole && others.length === 0 ? first.finder : undefined;
  }

  /** Keeps those rows in `hits`, which must be of one block, for which the condition holds; returns how many. */
  refine(hits: Int32Array, size: number): number {
    let end = size;
    for (const { finder } of this.#stages) {
      if (end === 0) break;
      end = finder.refine(hits, 0, end);
    }
    return end;
  }
}

/** What finds the rows of a plan without stages. */
const EVERY = { finder: EVERY_ROW };

function flagOf(columnTest: ColumnTest): Flag {
  return { op: "test", test: columnTest };
}
