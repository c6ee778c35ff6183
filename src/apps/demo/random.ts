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

  /** One of some strings, or the empty string. One that comes twice is twice as frequent. */
  pick(choices: readonly string[]): string {
    return choices[choices.length === 1 ? 0 : this.below(choices.length)] ?? "";
  }

  /** One of some things, each as frequent as its weight says. */
  draw<T extends { readonly weight: number }>(things: readonly T[]): T {
    let left = this.below(things.reduce((sum, { weight }) => sum + weight, 0));
    for (const thing of things) {
      left -= thing.weight;
      if (left < 0) return thing;
    }
    throw new RangeError("there is nothing to draw from");
  }

  /** Steps as of mulberry32: 32 bits of state, every state once. */
  #next(): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), this.#state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  }
}
