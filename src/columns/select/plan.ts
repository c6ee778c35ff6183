/* The search for rows: plans decide which part of a condition is tested first, and by which kind of loop. */

import type { CoreNode } from "../../core/node.ts";
import type { ColumnTest } from "../condition/column-test.ts";
import type { Flag } from "../condition/forms.ts";
import type { Layout } from "../condition/layout.ts";
import { setBits } from "../mask/row-mask.ts";
import { BLOCK, BLOCK_BITS } from "../storage/blocks.ts";
import { flagsStage, testStage } from "./flags-stage.ts";
import { EVERY_ROW } from "./row-finder.ts";
import type { Stage, Steps } from "./stage.ts";
import { stagesOf } from "./stages.ts";
import type { Tier } from "./tier.ts";
import { ALL, NONE, testZones } from "./zone-test.ts";

const EVERY_BIT = 0xffffffff;

/** Finds the rows for which a condition holds, in stages: each tests only the rows that the stages before it found. */
export class Plan {
  readonly length: number;
  readonly tier: Tier;
  readonly #own: readonly Stage[];
  #stages: readonly Stage[];
  /** How many blocks were skipped because no row matches, and how many were taken because all rows do. */
  readonly skipped = { none: 0, all: 0 };

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
  static *making(condition: CoreNode | undefined, layout: Layout, tier: Tier): Steps<Plan> {
    const stages = condition === undefined ? [] : yield* stagesOf(condition, layout, tier);
    return new Plan(layout.length, tier, stages);
  }

  /** A plan of one stage. */
  static of(length: number, tier: Tier, stage: Stage): Plan {
    return new Plan(length, tier, [stage]);
  }

  /** A plan of its own, which may be told what others have found. */
  copy(): Plan {
    return new Plan(this.length, this.tier, this.#stages);
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
  and(test: ColumnTest, tier: Tier): Plan {
    const [first, ...others] = this.#stages;
    const stages =
      first?.flags === undefined
        ? [testStage(test, tier), ...this.#stages]
        : [
            flagsStage([flagOf(test), ...first.flags], [testZones(test), ...first.zones], tier),
            ...others,
          ];
    return new Plan(this.length, this.tier, stages);
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
    const block = from >> BLOCK_BITS;
    if (this.#hasNone(block)) {
      this.skipped.none++;
      return size;
    }
    let end = -1;
    for (const { finder, zones } of this.#stages) {
      if (holdsForAll(zones, block)) continue;
      end = end < 0 ? finder.scan(from, to, hits, size) : finder.refine(hits, size, end);
      if (end === size) return size;
    }
    if (end >= 0) return end;
    this.skipped.all++;
    return EVERY_ROW.scan(from, to, hits, size);
  }

  /** Counts the rows of a block for which the condition holds; may write to `hits`. */
  count(block: number, hits: Int32Array): number {
    const [stage, ...others] = this.#stages;
    const from = block << BLOCK_BITS;
    const isWhole = from + BLOCK <= this.length;
    if (!isWhole || stage?.finder.count === undefined || others.length > 0) {
      return this.run(block, hits, 0);
    }
    if (this.#hasNone(block)) {
      this.skipped.none++;
      return 0;
    }
    if (!holdsForAll(stage.zones, block)) return stage.finder.count(from, from + BLOCK);
    this.skipped.all++;
    return BLOCK;
  }

  /** Sets the bits of a block's rows for which the condition holds, which must be 0, and counts them; may write to `hits`. */
  mark(block: number, hits: Int32Array, words: Uint32Array): number {
    const [stage, ...others] = this.#stages;
    const from = block << BLOCK_BITS;
    const isWhole = from + BLOCK <= this.length;
    if (this.#hasNone(block)) return 0;
    if (isWhole && this.#stages.every(({ zones }) => holdsForAll(zones, block))) {
      words.fill(EVERY_BIT, from >>> 5, (from + BLOCK) >>> 5);
      return BLOCK;
    }
    if (isWhole && stage?.finder.mark !== undefined && others.length === 0) {
      return stage.finder.mark(from, from + BLOCK, words);
    }
    return setBits(words, hits, this.run(block, hits, 0));
  }

  /** Keeps those rows in `hits`, which must be of one block, for which the condition holds; returns how many. */
  refine(block: number, hits: Int32Array, size: number): number {
    if (this.#hasNone(block)) return 0;
    let end = size;
    for (const { finder, zones } of this.#stages) {
      if (end === 0) break;
      if (!holdsForAll(zones, block)) end = finder.refine(hits, 0, end);
    }
    return end;
  }

  #hasNone(block: number): boolean {
    for (const { zones } of this.#stages) {
      for (const zone of zones) if (zone !== undefined && zone(block) === NONE) return true;
    }
    return false;
  }
}

function holdsForAll(zones: Stage["zones"], block: number): boolean {
  return zones.every((zone) => zone !== undefined && zone(block) === ALL);
}

function flagOf(columnTest: ColumnTest): Flag {
  return { op: "test", test: columnTest };
}
