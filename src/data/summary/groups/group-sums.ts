import { BLANK } from "../../../backends/evaluation/encoded-value.ts";
import type { Steps } from "../../../util/steps.ts";
import { ExactSum } from "./exact-sum.ts";
import { reserved } from "./group-counts.ts";

/*
 * A number is cut into two slices and a rest. All first slices are multiples of one power of two, and so are all second
 * slices, so that adding them is exact for as long as there are few enough. The rest is mostly 0.
 */

/** So many numbers are added, as a power of two, before the slices are put aside. */
const COUNT_BITS = 22;
const FRACTION = 53;
const MOST_ADDED = 2 ** COUNT_BITS;
/** From so many on, whoever has a pause puts them aside. */
const ENOUGH_ADDED = MOST_ADDED / 2;
/** So many groups are put aside in one step. */
const STEP = 1 << 13;

/** Numbers are below this power of two, or are added apart. */
const LEAST_EXPONENT = -900;
const LARGEST_EXPONENT = 980;
/** A bound that was too low is raised by this at least. */
const RAISE = 32;
/** A first bound leaves some room for larger numbers. */
const ROOM = 4;

/** The sums of some groups, for others to add. */
export interface SumsPart {
  /** Numbers, and the places of their groups among those that were asked for. */
  readonly values: Float64Array;
  readonly places: Uint32Array;
  readonly huge: readonly (readonly [place: number, value: bigint])[];
}

/** The exact sums of numbers by their groups. */
export class GroupSums {
  /** Sums of whole numbers below 2^31, which are exact for as long as there are few enough. */
  #whole = new Float64Array(0);
  #high = new Float64Array(0);
  #low = new Float64Array(0);
  /** The rests, and slices that were put aside. */
  readonly #aside: (ExactSum | undefined)[] = [];
  #exponent = LEAST_EXPONENT;
  #added = 0;
  /** Whether a number was cut since the slices were put aside. */
  #isCut = false;
  /** The largest magnitude that was beyond the bound. */
  #beyond = 0;

  get bytes(): number {
    return this.#high.byteLength * 2 + this.#low.byteLength + this.#aside.length * ASIDE_BYTES;
  }

  reserve(groups: number): void {
    this.#whole = reserved(this.#whole, groups, 0);
    this.#high = reserved(this.#high, groups, 0);
    this.#low = reserved(this.#low, groups, 0);
  }

  /** Adds numbers. `Infinity` stands for a blank, and is passed over. */
  add(groups: Uint32Array, values: Float64Array, count: number): void {
    if (this.#added + count > MOST_ADDED) for (const _ of this.#putAside());
    this.#added += count;
    const from = this.#addWhole(groups, values, count);
    if (from === count) return;
    if (!this.#isCut) this.#raise(largestIn(values, from, count));
    this.#isCut = true;
    this.#addCut(groups, values, from, count);
  }

  /** Makes room for more numbers, in steps; `undefined` if there is enough. Nothing is added before the last step. */
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
    const places: number[] = [];
    const huge: (readonly [number, bigint])[] = [];
    for (const [place, group] of groups.entries()) {
      const sum = this.of(group);
      for (const value of sum.partials) {
        values.push(value);
        places.push(place);
      }
      if (sum.huge !== 0n) huge.push([place, sum.huge]);
    }
    return { values: Float64Array.from(values), places: Uint32Array.from(places), huge };
  }

  /** Adds the sums that groups have elsewhere. */
  merge({ values, places, huge }: SumsPart, groups: Uint32Array): void {
    const groupOf = (place: number): number => groups[place] as number;
    this.add(places.map(groupOf), values, values.length);
    for (const [place, value] of huge) this.#asideOf(groupOf(place)).addHuge(value);
  }

  /** Adds values until one is not a whole number below 2^31; returns how many it came to. */
  #addWhole(groups: Uint32Array, values: Float64Array, count: number): number {
    const whole = this.#whole;
    for (let index = 0; index < count; index++) {
      const value = values[index] as number;
      if ((value | 0) === value) (whole[groups[index] as number] as number) += value;
      else if (value !== BLANK) return index;
    }
    return count;
  }

  /** Adds the slices of values, and those beyond the bound apart: it can only be raised between two batches. */
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

  /** Raises the bound above a magnitude. No slice may be left. */
  #raise(magnitude: number): void {
    if (magnitude < 2 ** this.#exponent) return;
    const needed = Math.ceil(Math.log2(magnitude)) + ROOM;
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

/** The largest magnitude of some values, without blanks. */
function largestIn(values: Float64Array, from: number, to: number): number {
  let largest = 0;
  for (let index = from; index < to; index++) {
    const value = values[index] as number;
    if (value !== BLANK) largest = Math.max(largest, Math.abs(value));
  }
  return largest;
}
