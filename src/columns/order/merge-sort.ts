/** About how often each item of a run is compared. */
const COMPARISONS = 12;

/** How numbers are sorted. */
export interface Sorting {
  readonly compare: (a: number, b: number) => number;
  /** The work of comparing an item once, at most. */
  readonly weight: (item: number) => number;
  /** The work of a piece, about. */
  readonly piece: number;
  readonly sortRun?: (run: Uint32Array) => void;
}

/** Sorts numbers of rows, or codes, in pieces, each of which takes a short time: it sorts runs, and then merges them. */
export class MergeSort {
  readonly #sorting: Sorting;
  #items: Uint32Array;
  #merged: Uint32Array | undefined;
  /** Where the runs end. */
  #ends: number[] = [];
  /** Where the runs end that were merged. */
  #mergedEnds: number[] = [];
  /** The run that is merged with the next one. */
  #pair = 0;
  #at = 0;
  #left = 0;
  #right = 0;

  /** @param items their order in this array changes */
  constructor(items: Uint32Array, sorting: Sorting) {
    this.#items = items;
    this.#sorting = sorting;
  }

  /** Does another piece; returns whether any is left. */
  goOn(): boolean {
    const { length } = this.#items;
    if (this.#merged !== undefined) this.#merge(this.#merged);
    else {
      this.#sortRun();
      if (this.#at === length && this.#ends.length > 1) this.#begin(new Uint32Array(length));
    }
    return this.#at < length;
  }

  /** The items in their order, after all pieces. */
  get sorted(): Uint32Array {
    return this.#items;
  }

  #sortRun(): void {
    const { compare, weight, piece, sortRun = (run) => run.sort(compare) } = this.#sorting;
    const items = this.#items;
    let end = this.#at;
    for (let left = piece / COMPARISONS; end < items.length && left > 0; end++) {
      left -= weight(items[end] as number);
    }
    sortRun(items.subarray(this.#at, end));
    this.#ends.push(end);
    this.#at = end;
  }

  /** Begins to merge all runs, two at a time. */
  #begin(merged: Uint32Array): void {
    this.#merged = merged;
    this.#mergedEnds = [];
    this.#at = 0;
    this.#meet(0);
  }

  /** Goes to a run and the one after it. */
  #meet(pair: number): void {
    this.#pair = pair;
    this.#left = this.#at;
    this.#right = this.#ends[pair] ?? this.#at;
  }

  #merge(merged: Uint32Array): void {
    const { compare, weight, piece } = this.#sorting;
    const items = this.#items;
    const middle = this.#ends[this.#pair] ?? items.length;
    const end = this.#ends[this.#pair + 1] ?? items.length;
    let [at, left, right] = [this.#at, this.#left, this.#right];
    for (let most = piece; at < end && most > 0; at++) {
      const isLeft =
        right >= end ||
        (left < middle && compare(items[left] as number, items[right] as number) <= 0);
      const item = items[isLeft ? left++ : right++] as number;
      merged[at] = item;
      // A comparison ends, at the latest, with the shorter text.
      most -= weight(item);
    }
    [this.#at, this.#left, this.#right] = [at, left, right];
    if (at < end) return;
    this.#mergedEnds.push(end);
    if (end < items.length) {
      this.#meet(this.#pair + 2);
      return;
    }
    this.#items = merged;
    this.#ends = this.#mergedEnds;
    if (this.#ends.length > 1) this.#begin(items);
  }
}
