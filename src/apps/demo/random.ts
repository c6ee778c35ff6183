/**
 * A seeded sequence of numbers: the same for a seed on every machine and in every version of JavaScript, since it takes
 * whole numbers, products and quotients only.
 */
export class Random {
  #state: number;

  /** @param seed a whole number; all of its bits count */
  constructor(seed: number) {
    const high = Math.floor(seed / 4_294_967_296);
    this.#state = Math.imul(seed | 0, 0x9e3779b1) ^ Math.imul(high | 0, 0x85ebca6b);
  }

  /** A whole number from 0 to below `bound`. */
  below(bound: number): number {
    return Math.floor(this.#next() * bound);
  }

  /** A number from `least` to below `most`. */
  between(least: number, most: number): number {
    return least + this.#next() * (most - least);
  }

  /** About 0, mostly within ±1 and never beyond ±2, roughly like a normal distribution. */
  spread(): number {
    return this.#next() + this.#next() + this.#next() + this.#next() - 2;
  }

  /** True with a probability in percent. */
  chance(percent: number): boolean {
    return this.#next() * 100 < percent;
  }

  pick<T>(choices: readonly [T, ...T[]]): T {
    return choices[this.below(choices.length)] ?? choices[0];
  }

  /** Steps as of mulberry32: 32 bits of state, every state once. */
  #next(): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), this.#state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  }
}
