import type { Random } from "./random.ts";

/** Items for random draws, each with a weight. */
export class Weighted<T> {
  readonly #things: readonly [T, ...T[]];
  readonly #sums: readonly number[];
  readonly #total: number;

  constructor(things: readonly T[], weightOf: (thing: T) => number) {
    const [first, ...others] = things;
    if (first === undefined) throw new RangeError("there is nothing to draw from");
    this.#things = [first, ...others];
    let total = 0;
    this.#sums = this.#things.map((thing) => {
      total += weightOf(thing);
      return total;
    });
    this.#total = total;
  }

  draw(random: Random): T {
    const drawn = random.below(this.#total);
    let index = 0;
    while ((this.#sums[index] ?? Number.POSITIVE_INFINITY) <= drawn) index++;
    return this.#things[index] ?? this.#things[0];
  }
}
