/*
 * The search for rows: a plan decides the order in which parts of a condition are tested, and the kind of loop for
 * each.
 */

import { setBits } from "../mask/row-mask.ts";
import { BLOCK, BLOCK_BITS } from "../storage/blocks.ts";
import { EVERY_ROW, type RowFinder } from "./row-finder.ts";
import type { Stage } from "./stage.ts";
import type { Tier } from "./tier.ts";

/** Finds the rows that match a condition, in stages. Each stage tests only the rows that earlier stages found. */
export class SelectPlan {
  readonly length: number;
  readonly tier: Tier;
  readonly #own: readonly Stage[];
  #stages: readonly Stage[];

  /** @param stages none if every row matches */
  constructor(length: number, tier: Tier, stages: readonly Stage[]) {
    this.length = length;
    this.tier = tier;
    this.#own = stages;
    this.#stages = stages;
  }

  /** This plan with another stage before it, which limits the rows that are tested. */
  after(stage: Stage): SelectPlan {
    return new SelectPlan(this.length, this.tier, [stage, ...this.#stages]);
  }

  /** A copy whose results can be supplied by {@link takeFrom}. */
  copy(): SelectPlan {
    return new SelectPlan(this.length, this.tier, this.#stages);
  }

  /** Makes this plan read its results from a mask that other threads write; without a mask, it searches again. */
  takeFrom(mask: Stage | undefined): void {
    this.#stages = mask === undefined ? this.#own : [mask];
  }

  /** Whether results come from a mask, so that finding rows is nearly free. */
  get isSearched(): boolean {
    return this.#stages !== this.#own;
  }

  /** The kind of loop of each stage. */
  get loops(): readonly Stage["loop"][] {
    return this.#stages.map(({ loop }) => loop);
  }

  get blocks(): number {
    return Math.ceil(this.length / BLOCK);
  }

  /** Writes the matching rows of a block to `hits`, starting at index `size`; returns the new size. */
  run(block: number, hits: Int32Array, size: number): number {
    const from = block << BLOCK_BITS;
    return this.find(from, Math.min(from + BLOCK, this.length), hits, size);
  }

  /** Like `run`, for a range of rows within one block. */
  find(from: number, to: number, hits: Int32Array, size: number): number {
    const [first = EVERY, ...others] = this.#stages;
    let end = first.finder.scan(from, to, hits, size);
    for (const { finder } of others) {
      if (end === size) break;
      end = finder.refine(hits, size, end);
    }
    return end;
  }

  /** Counts the matching rows of a block; may overwrite `hits`. */
  count(block: number, hits: Int32Array): number {
    const finder = this.#only(block);
    const from = block << BLOCK_BITS;
    return finder?.count?.(from, from + BLOCK) ?? this.run(block, hits, 0);
  }

  /**
   * Sets the bits of the matching rows of a block, which must be 0 before, and counts the rows; may overwrite `hits`.
   */
  mark(block: number, hits: Int32Array, words: Uint32Array): number {
    const finder = this.#only(block);
    const from = block << BLOCK_BITS;
    return (
      finder?.mark?.(from, from + BLOCK, words) ?? setBits(words, hits, this.run(block, hits, 0))
    );
  }

  /** The finder of a plan with a single stage, if the block is full. */
  #only(block: number): RowFinder | undefined {
    const [first = EVERY, ...others] = this.#stages;
    const isWhole = (block + 1) << BLOCK_BITS <= this.length;
    return isWhole && others.length === 0 ? first.finder : undefined;
  }
}

/** The stage of a plan without a condition. */
const EVERY = { finder: EVERY_ROW };
