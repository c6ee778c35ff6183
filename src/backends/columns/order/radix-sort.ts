import type { Steps } from "../../../util/steps.ts";

/** Sorts after all other numbers. */
export const LAST: number = Number.POSITIVE_INFINITY;

/** A sort key: one number for each item, or a sequence of numbers. No number is `NaN` or `-Infinity`. */
export interface RadixKey {
  /**
   * Writes a number for each item to the same index. The order of the numbers is the order of the values.
   *
   * @param depth the index in the sequence; all earlier numbers of these items are equal
   */
  readonly write: (
    items: Uint32Array,
    from: number,
    to: number,
    depth: number,
    into: Float64Array,
  ) => void;
  /** Whether items with this number may differ by the next one; without this function, they are equal. */
  readonly goesOn?: (number: number) => boolean;
}

/** Up to this many items are sorted by comparison. */
const FEW = 24;
/** The number of items processed in one step, which takes a few milliseconds at most. */
const STEP = 1 << 15;
/** The maximum number of bits of a digit. More would slow down passes over a million items. */
const MOST_BITS = 11;

/** Items whose earlier numbers are equal, sorted by their current number. */
interface SortGroup {
  /** The index of the first item that is not sorted by its next numbers yet. */
  at: number;
  readonly to: number;
  readonly key: number;
  readonly depth: number;
}

/** The smallest and the largest number, ignoring `LAST`. */
interface NumberRange {
  low: number;
  high: number;
  hasLast: boolean;
}

/** How numbers map to buckets, which have two digits. */
interface Scale {
  readonly unit: number;
  readonly low: number;
  readonly factor: number;
  readonly last: number;
}

/** Sorts items in place, in short steps. The sort is stable. */
export function radixSort(items: Uint32Array, keys: readonly RadixKey[]): Steps<void> {
  return new NumberSort(items, keys).steps();
}

/**
 * A most-significant-digit radix sort: sorts by the first number of each item, then sorts runs of equal items by the
 * next one. Each number is read once, so the time is linear in the bytes of the texts, however similar they are.
 */
class NumberSort {
  readonly #keys: readonly RadixKey[];
  readonly #items: Uint32Array;
  readonly #numbers: Float64Array;
  readonly #counts = new Uint32Array(2 << MOST_BITS);
  #otherItems = new Uint32Array(0);
  #otherNumbers = new Float64Array(0);
  /** The number of items that this step may still process. */
  #left = STEP;

  constructor(items: Uint32Array, keys: readonly RadixKey[]) {
    this.#items = items;
    this.#keys = keys;
    this.#numbers = new Float64Array(items.length);
  }

  *steps(): Steps<void> {
    const { length } = this.#items;
    if (length < 2 || this.#keys.length === 0) return;
    const first: SortGroup = { at: 0, to: length, key: 0, depth: 0 };
    const open = [first];
    yield* this.#sortMany(first);
    for (;;) {
      const group = open.at(-1);
      if (group === undefined) return;
      const next = this.#nextEqual(group);
      // A group is popped before its last part is sorted, which bounds the depth of the stack.
      if (group.to - group.at < 2) open.pop();
      if (next !== undefined) {
        if (next.to - next.at > FEW) yield* this.#sortMany(next);
        else this.#sortFew(next);
        open.push(next);
      }
      if (this.#left <= 0) yield this.#begin();
    }
  }

  #begin(): void {
    this.#left = STEP;
  }

  /** The next run of items in a group with equal numbers that may differ by a later number. */
  #nextEqual(group: SortGroup): SortGroup | undefined {
    const numbers = this.#numbers;
    const { at: from, to, key, depth } = group;
    const { goesOn } = this.#keys[key] as RadixKey;
    const isLastKey = key === this.#keys.length - 1;
    if (isLastKey && goesOn === undefined) {
      group.at = to;
      return undefined;
    }
    let at = from;
    const until = Math.min(to - 1, from + STEP);
    while (at < until && numbers[at] !== numbers[at + 1]) at++;
    this.#left -= at - from + 1;
    if (at === until) {
      group.at = at;
      return undefined;
    }
    const number = numbers[at] as number;
    const end = this.#endOf(at, to, (other) => other === number);
    group.at = end;
    if (number !== LAST && goesOn?.(number) === true) return { at, to: end, key, depth: depth + 1 };
    return isLastKey ? undefined : { at, to: end, key: key + 1, depth: 0 };
  }

  /**
   * The end of the run of like items that begins at index `at`: all like items are adjacent. Searches in doubling
   * steps, then by bisection.
   */
  #endOf(at: number, to: number, isLike: (number: number) => boolean): number {
    const numbers = this.#numbers;
    let last = at;
    let end = at + 1;
    for (let step = 1; end < to && isLike(numbers[end] as number); step *= 2) {
      last = end;
      end = Math.min(to, end + step);
    }
    // The item at `last` is in the run, and the one at `end` is not.
    while (end - last > 1) {
      const middle = (last + end) >>> 1;
      if (isLike(numbers[middle] as number)) last = middle;
      else end = middle;
    }
    return end;
  }

  #write({ key, depth }: SortGroup, from: number, to: number): void {
    (this.#keys[key] as RadixKey).write(this.#items, from, to, depth, this.#numbers);
    this.#left -= to - from;
  }

  #sortFew(group: SortGroup): void {
    const { at, to } = group;
    this.#write(group, at, to);
    this.#insert(at, to);
  }

  #insert(from: number, to: number): void {
    const items = this.#items;
    const numbers = this.#numbers;
    for (let index = from + 1; index < to; index++) {
      const number = numbers[index] as number;
      if ((numbers[index - 1] as number) <= number) continue;
      const item = items[index] as number;
      let at = index;
      for (; at > from && (numbers[at - 1] as number) > number; at--) {
        numbers[at] = numbers[at - 1] as number;
        items[at] = items[at - 1] as number;
      }
      numbers[at] = number;
      items[at] = item;
    }
  }

  *#sortMany(group: SortGroup): Steps<void> {
    const { at: begin, to: end } = group;
    for (let from = begin; from < end; from += STEP) {
      this.#write(group, from, Math.min(from + STEP, end));
      if (this.#left <= 0) yield this.#begin();
    }
    yield* this.#divide(begin, end);
  }

  /**
   * Sorts items by their numbers, which are written already: first by two digits of their position between the smallest
   * and the largest.
   */
  *#divide(begin: number, end: number): Steps<void> {
    const scale = yield* this.#scaleOf(begin, end);
    if (scale === undefined) return;
    const bits = Math.log2(scale.last + 1) / 2;
    if (this.#otherItems.length < end - begin) {
      this.#otherItems = new Uint32Array(end - begin);
      this.#otherNumbers = new Float64Array(end - begin);
    }
    const lows = this.#counts.subarray(0, 1 << bits).fill(0);
    const highs = this.#counts.subarray(1 << bits, 2 << bits).fill(0);
    for (let from = begin; from < end; from += STEP) {
      this.#count(from, Math.min(from + STEP, end), scale, lows, highs);
      if (this.#left <= 0) yield this.#begin();
    }
    toStarts(lows, 0);
    toStarts(highs, begin);
    const size = end - begin;
    for (let from = 0; from < size; from += STEP) {
      const to = Math.min(from + STEP, size);
      this.#moveByLow(begin, from, to, scale, lows);
      if (this.#left <= 0) yield this.#begin();
    }
    for (let from = 0; from < size; from += STEP) {
      this.#moveByHigh(from, Math.min(from + STEP, size), scale, highs, bits);
      if (this.#left <= 0) yield this.#begin();
    }
    for (let at = begin; at < end; ) {
      at = this.#sortShort(at, end, scale);
      const to = at < end ? this.#endOf(at, end, sameIn(scale, this.#numbers[at])) : end;
      if (to - at > FEW) {
        yield* this.#divide(at, to);
        at = to;
      }
      if (this.#left <= 0) yield this.#begin();
    }
  }

  /** The mapping of numbers to buckets; `undefined` if all numbers are equal. */
  *#scaleOf(begin: number, end: number): Steps<Scale | undefined> {
    const bounds: NumberRange = { low: LAST, high: -LAST, hasLast: false };
    for (let from = begin; from < end; from += STEP) {
      this.#widen(bounds, from, Math.min(from + STEP, end));
      if (this.#left <= 0) yield this.#begin();
    }
    const { low, high, hasLast } = bounds;
    if (low === LAST || (low === high && !hasLast)) return undefined;
    const between = high - low;
    // Keeps the difference from overflowing or being too small to divide by. If it overflows, halves are used.
    const unit = between === LAST ? 0.5 : between > 0 && between < 2 ** -500 ? 2 ** 500 : 1;
    const bits = Math.min(MOST_BITS, Math.ceil((Math.log2(end - begin) + 2) / 2));
    const last = 4 ** bits - 1;
    const range = high * unit - low * unit;
    return { unit, low: low * unit, factor: range === 0 ? 1 : (last - 1) / range, last };
  }

  #widen(bounds: NumberRange, from: number, to: number): void {
    let { low, high, hasLast } = bounds;
    for (let at = from; at < to; at++) {
      const number = this.#numbers[at] as number;
      if (number < low) low = number;
      if (number === LAST) hasLast = true;
      else if (number > high) high = number;
    }
    Object.assign(bounds, { low, high, hasLast });
    this.#left -= to - from;
  }

  #count(from: number, to: number, scale: Scale, lows: Uint32Array, highs: Uint32Array): void {
    const bits = 31 - Math.clz32(lows.length);
    const mask = lows.length - 1;
    for (let at = from; at < to; at++) {
      const bucket = bucketOf(scale, this.#numbers[at] as number);
      (lows[bucket & mask] as number)++;
      (highs[bucket >>> bits] as number)++;
    }
    this.#left -= to - from;
  }

  #moveByLow(begin: number, from: number, to: number, scale: Scale, starts: Uint32Array): void {
    const [items, numbers] = [this.#items, this.#numbers];
    const [otherItems, otherNumbers] = [this.#otherItems, this.#otherNumbers];
    const mask = starts.length - 1;
    for (let at = begin + from; at < begin + to; at++) {
      const number = numbers[at] as number;
      const digit = bucketOf(scale, number) & mask;
      const start = starts[digit] as number;
      starts[digit] = start + 1;
      otherItems[start] = items[at] as number;
      otherNumbers[start] = number;
    }
    this.#left -= to - from;
  }

  #moveByHigh(from: number, to: number, scale: Scale, starts: Uint32Array, bits: number): void {
    const [items, numbers] = [this.#items, this.#numbers];
    const [otherItems, otherNumbers] = [this.#otherItems, this.#otherNumbers];
    for (let at = from; at < to; at++) {
      const number = otherNumbers[at] as number;
      const digit = bucketOf(scale, number) >>> bits;
      const start = starts[digit] as number;
      starts[digit] = start + 1;
      items[start] = otherItems[at] as number;
      numbers[start] = number;
    }
    this.#left -= to - from;
  }

  /** Sorts the items of each bucket up to the first large bucket; returns where it stopped. */
  #sortShort(begin: number, end: number, scale: Scale): number {
    const numbers = this.#numbers;
    let at = begin;
    for (const until = Math.min(end, begin + STEP); at < until; ) {
      const bucket = bucketOf(scale, numbers[at] as number);
      let to = at + 1;
      while (to < end && to - at <= FEW && bucketOf(scale, numbers[to] as number) === bucket) to++;
      if (to - at > FEW) break;
      if (to - at > 1) this.#insert(at, to);
      at = to;
    }
    this.#left -= at - begin;
    return at;
  }
}

/** The bucket of a number: monotonic, and different for the smallest and the largest number. */
function bucketOf({ unit, low, factor, last }: Scale, number: number): number {
  return Math.min((number * unit - low) * factor, last) | 0;
}

/** Tests whether a number falls into the same bucket as another. */
function sameIn(scale: Scale, other: number | undefined): (number: number) => boolean {
  const bucket = bucketOf(scale, other as number);
  return (number) => bucketOf(scale, number) === bucket;
}

/** Turns the counts of each digit into start offsets. */
function toStarts(counts: Uint32Array, first: number): void {
  let start = first;
  for (let digit = 0; digit < counts.length; digit++) {
    const count = counts[digit] as number;
    counts[digit] = start;
    start += count;
  }
}
