import { BLANK } from "../../in-memory/encoding.ts";
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

/** Numbers are below this power of two, or are added apart. */
const LEAST_EXPONENT = -900;
const LARGEST_EXPONENT = 980;
/** A bound that was too low is raised by this at least. */
const RAISE = 32;
/** A first bound leaves some room for larger numbers. */
const ROOM = 4;

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
    for (let from = 0; from < count; ) {
      if (this.#added + count - from > MOST_ADDED) this.#putAside();
      let to = this.#addWhole(groups, values, from, count);
      if (to === from) to = this.#addSome(groups, values, from, count);
      this.#added += to - from;
      from = to;
    }
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

  /** Adds values until one is not a whole number below 2^31; returns how many it came to. */
  #addWhole(groups: Uint32Array, values: Float64Array, from: number, to: number): number {
    const whole = this.#whole;
    for (let index = from; index < to; index++) {
      const value = values[index] as number;
      if ((value | 0) === value) (whole[groups[index] as number] as number) += value;
      else if (value !== BLANK) return index;
    }
    return to;
  }

  /** Adds values until one is beyond the bound, which is then raised; returns how many it came to. */
  #addSome(groups: Uint32Array, values: Float64Array, from: number, to: number): number {
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
      } else if (value !== Number.POSITIVE_INFINITY) {
        if (this.#exponent < LARGEST_EXPONENT) {
          this.#raise(value);
          return index;
        }
        this.#asideOf(group).add(value);
      }
    }
    return to;
  }

  #raise(value: number): void {
    this.#putAside();
    const needed = Math.ceil(Math.log2(Math.abs(value))) + ROOM;
    const least = this.#exponent === LEAST_EXPONENT ? LEAST_EXPONENT : this.#exponent + RAISE;
    this.#exponent = Math.min(LARGEST_EXPONENT, Math.max(needed, least));
  }

  #putAside(): void {
    for (let group = 0; group < this.#high.length; group++) {
      const isZero = this.#whole[group] === 0 && this.#high[group] === 0 && this.#low[group] === 0;
      if (!isZero) this.of(group);
    }
    this.#added = 0;
  }

  #asideOf(group: number): ExactSum {
    const sum = this.#aside[group] ?? new ExactSum();
    this.#aside[group] = sum;
    return sum;
  }
}

const ASIDE_BYTES = 100;
