import { BLANK } from "../../../backends/evaluation/encoded-value.ts";
import type { Steps } from "../../../util/steps.ts";
import { ExactSum } from "./exact-sum.ts";
import { reserved } from "./group-counts.ts";

/*
 * A number is split into two slices and a remainder. All first slices are multiples of one power of two, and all second
 * slices of another, so adding a limited number of them is exact. The remainder is mostly 0.
 */

/** The number of additions, as a power of two, before the slices must be flushed. */
const COUNT_BITS = 22;
const FRACTION = 53;
const MOST_ADDED = 2 ** COUNT_BITS;
/** From this number of additions on, `settle` flushes the slices. */
const ENOUGH_ADDED = MOST_ADDED / 2;
/** Groups flushed in one step. */
const STEP = 1 << 13;

/** The exponents of numbers that are split; others are added separately. */
const LEAST_EXPONENT = -900;
const LARGEST_EXPONENT = 980;
/** The least increase of a bound that was too low. */
const RAISE = 32;
/** The margin of the initial bound over the largest number. */
const MARGIN = 4;

/** The sums of some groups, for merging. */
export interface SumsPart {
  /** The numbers, and for each the index of its group in the request. */
  readonly values: Float64Array;
  readonly indexes: Uint32Array;
  readonly huge: readonly (readonly [index: number, value: bigint])[];
}

/** The exact sums of numbers by group. */
export class GroupSums {
  /** Sums of integers below 2^31, exact for a limited number of additions. */
  #whole = new Float64Array(0);
  #high = new Float64Array(0);
  #low = new Float64Array(0);
  /** Remainders, and flushed slices. */
  readonly #aside: (ExactSum | undefined)[] = [];
  #exponent = LEAST_EXPONENT;
  #added = 0;
  /** Whether a number was split since the last flush. */
  #isCut = false;
  /** The largest magnitude above the bound. */
  #beyond = 0;

  get bytes(): number {
    return this.#high.byteLength * 2 + this.#low.byteLength + this.#aside.length * ASIDE_BYTES;
  }

  reserve(groups: number): void {
    this.#whole = reserved(this.#whole, groups, 0);
    this.#high = reserved(this.#high, groups, 0);
    this.#low = reserved(this.#low, groups, 0);
  }

  /** Adds numbers. `Infinity` stands for a blank, and is skipped. */
  add(groups: Uint32Array, values: Float64Array, count: number): void {
    if (this.#added + count > MOST_ADDED) for (const _ of this.#putAside());
    this.#added += count;
    const from = this.#addWhole(groups, values, count);
    if (from === count) return;
    if (!this.#isCut) this.#raise(largestIn(values, from, count));
    this.#isCut = true;
    this.#addCut(groups, values, from, count);
  }

  /** Flushes the slices, in steps; returns `undefined` if there is no need. Add nothing before the last step. */
  settle(): Steps | undefined {
    return this.#added >= ENOUGH_ADDED || this.#beyond > 0 ? this.#putAside() : undefined;
  }

  /** The exact sum of a group. */
  of(group: number): ExactSum {
    const sum = this.#asideOf(group);
    sum.add(this.#whole[group] as number);
    sum.add(this.#high[group] as number);
    sum.add(this.#low[group] as number);
    this.#whole[group] = 0;
    this.#high[group] = 0;
    this.#low[group] = 0;
    return sum;
  }

  part(groups: Uint32Array): SumsPart {
    const values: number[] = [];
    const indexes: number[] = [];
    const huge: (readonly [number, bigint])[] = [];
    for (const [index, group] of groups.entries()) {
      const sum = this.of(group);
      for (const value of sum.partials) {
        values.push(value);
        indexes.push(index);
      }
      if (sum.huge !== 0n) huge.push([index, sum.huge]);
    }
    return { values: Float64Array.from(values), indexes: Uint32Array.from(indexes), huge };
  }

  /** Adds the sums of another instance. */
  merge({ values, indexes, huge }: SumsPart, groups: Uint32Array): void {
    const groupOf = (index: number): number => groups[index] as number;
    this.add(indexes.map(groupOf), values, values.length);
    for (const [index, value] of huge) this.#asideOf(groupOf(index)).addHuge(value);
  }

  /** Adds values up to the first that is not an integer below 2^31; returns its index. */
  #addWhole(groups: Uint32Array, values: Float64Array, count: number): number {
    const whole = this.#whole;
    for (let index = 0; index < count; index++) {
      const value = values[index] as number;
      if ((value | 0) === value) (whole[groups[index] as number] as number) += value;
      else if (value !== BLANK) return index;
    }
    return count;
  }

  /**
   * Adds the slices of values. Values above the bound are added separately, since it can only be raised between
   * batches.
   */
  #addCut(groups: Uint32Array, values: Float64Array, from: number, to: number): void {
    const high = this.#high;
    const low = this.#low;
    const bound = 2 ** this.#exponent;
    const cutHigh = 1.5 * 2 ** (this.#exponent + COUNT_BITS - 1);
    const cutLow = cutHigh * 2 ** (COUNT_BITS - FRACTION - 1);
    for (let index = from; index < to; index++) {
      const value = values[index] as number;
      const group = groups[index] as number;
      if (value < bound && value > -bound) {
        const first = value + cutHigh - cutHigh;
        const rest = value - first;
        (high[group] as number) += first;
        if (rest === 0) continue;
        const second = rest + cutLow - cutLow;
        (low[group] as number) += second;
        if (rest !== second) this.#asideOf(group).add(rest - second);
      } else if (value !== BLANK) {
        this.#asideOf(group).add(value);
        if (this.#exponent < LARGEST_EXPONENT) {
          this.#beyond = Math.max(this.#beyond, Math.abs(value));
        }
      }
    }
  }

  /** Raises the bound above a magnitude. All slices must have been flushed. */
  #raise(magnitude: number): void {
    if (magnitude < 2 ** this.#exponent) return;
    const needed = Math.ceil(Math.log2(magnitude)) + MARGIN;
    const least = this.#exponent === LEAST_EXPONENT ? LEAST_EXPONENT : this.#exponent + RAISE;
    this.#exponent = Math.min(LARGEST_EXPONENT, Math.max(needed, least));
  }

  *#putAside(): Steps {
    for (let group = 0; group < this.#high.length; group++) {
      const isZero = this.#whole[group] === 0 && this.#high[group] === 0 && this.#low[group] === 0;
      if (!isZero) this.of(group);
      if (group % STEP === STEP - 1) yield;
    }
    this.#added = 0;
    this.#isCut = false;
    this.#raise(this.#beyond);
    this.#beyond = 0;
  }

  #asideOf(group: number): ExactSum {
    const sum = this.#aside[group] ?? new ExactSum();
    this.#aside[group] = sum;
    return sum;
  }
}

const ASIDE_BYTES = 100;

/** The largest magnitude among some values, without blanks. */
function largestIn(values: Float64Array, from: number, to: number): number {
  let largest = 0;
  for (let index = from; index < to; index++) {
    const value = values[index] as number;
    if (value !== BLANK) largest = Math.max(largest, Math.abs(value));
  }
  return largest;
}
