import type { Pace } from "./pace.ts";

/** How many places are sorted in one go: some milliseconds' work. */
const RUN = 8192;

/**
 * The numbers from 0 in the order of what stands at them; equals keep their order. It sorts runs and merges them, and lets
 * others have their turn in between: a million texts take a second.
 */
export async function sortedPlaces(
  count: number,
  compare: (a: number, b: number) => number,
  pace: Pace,
): Promise<Uint32Array> {
  let places = new Uint32Array(count);
  for (let index = 0; index < count; index++) places[index] = index;
  if (isSorted(count, compare)) return places;
  for (let from = 0; from < count; from += RUN) {
    places.subarray(from, from + RUN).sort(compare);
    if (pace.isDue()) await pace.turn();
  }
  let merged = new Uint32Array(count);
  for (let width = RUN; width < count; width *= 2) {
    for (let from = 0; from < count; from += 2 * width) {
      const merge = new Merge(
        places,
        merged,
        from,
        Math.min(from + width, count),
        Math.min(from + 2 * width, count),
        compare,
      );
      while (merge.goOn(RUN)) if (pace.isDue()) await pace.turn();
    }
    [places, merged] = [merged, places];
  }
  return places;
}

function isSorted(count: number, compare: (a: number, b: number) => number): boolean {
  for (let index = 1; index < count; index++) if (compare(index - 1, index) > 0) return false;
  return true;
}

class Merge {
  readonly #from: Uint32Array;
  readonly #to: Uint32Array;
  readonly #middle: number;
  readonly #end: number;
  readonly #compare: (a: number, b: number) => number;
  #left: number;
  #right: number;
  #at: number;

  constructor(
    from: Uint32Array,
    to: Uint32Array,
    start: number,
    middle: number,
    end: number,
    compare: (a: number, b: number) => number,
  ) {
    this.#from = from;
    this.#to = to;
    this.#left = start;
    this.#at = start;
    this.#middle = middle;
    this.#right = middle;
    this.#end = end;
    this.#compare = compare;
  }

  /** Merges so many more; answers whether there are any left. */
  goOn(count: number): boolean {
    const until = Math.min(this.#at + count, this.#end);
    for (; this.#at < until; this.#at++) {
      const left = this.#from[this.#left] ?? 0;
      const right = this.#from[this.#right] ?? 0;
      const isLeft =
        this.#right >= this.#end || (this.#left < this.#middle && this.#compare(left, right) <= 0);
      if (isLeft) this.#left++;
      else this.#right++;
      this.#to[this.#at] = isLeft ? left : right;
    }
    return this.#at < this.#end;
  }
}
