import { bindMethods } from "../../../util/bind-methods.ts";
import { misuse } from "../../../util/misuse.ts";
import { ColumnsError } from "../columns-error.ts";

const BITS = 32;

// The loops count: `map` and `of` take four times as long.

/**
 * Which rows of columns match: `formula.mask(columns)`. A mask has a bit for each row, so it is small, and masks are
 * combined much faster than their formulas would run again. It never changes.
 */
export class RowMask {
  static {
    bindMethods(RowMask);
  }

  /** How many rows the columns had. */
  readonly length: number;
  /** Row 0 is the lowest bit of the first word. The bits behind the last row are 0. */
  readonly #words: Uint32Array;
  #count: number | undefined;

  private constructor(length: number, words: Uint32Array, count?: number) {
    this.length = length;
    this.#words = words;
    this.#count = count;
  }

  /** @internal Takes the words over; the bits behind the last row must be 0. The count is that of the bits, if it is known. */
  static of(length: number, words: Uint32Array, count?: number): RowMask {
    return new RowMask(length, words, count);
  }

  /** @internal Words for a mask of so many rows. */
  static wordsFor(length: number): Uint32Array {
    return new Uint32Array(Math.ceil(length / BITS));
  }

  /** @internal */
  static wordsOf(mask: RowMask): Uint32Array {
    return mask.#words;
  }

  /** @internal Whether one of the rows from one up to another matches. */
  static hasWithin(mask: RowMask, from: number, to: number): boolean {
    for (let row = from; row < to; row++) if (mask.has(row)) return true;
    return false;
  }

  /** How many rows match. */
  get count(): number {
    if (this.#count === undefined) {
      const words = this.#words;
      let count = 0;
      for (let index = 0; index < words.length; index++) count += bitCount(words[index] as number);
      this.#count = count;
    }
    return this.#count;
  }

  /** Whether a row matches. */
  has(row: number): boolean {
    const isRow = row >>> 0 === row && row < this.length;
    return isRow && (((this.#words[row >>> 5] as number) >>> (row & 31)) & 1) === 1;
  }

  /** The rows that match both. @throws {@link ColumnsError} if the masks are not of equally many rows */
  and(other: RowMask): RowMask {
    const theirs = this.#wordsOf(other, "and");
    const words = this.#words.slice();
    for (let index = 0; index < words.length; index++)
      words[index] = (words[index] as number) & (theirs[index] as number);
    return new RowMask(this.length, words);
  }

  /** The rows that match at least one of both. @throws {@link ColumnsError} if the masks are not of equally many rows */
  or(other: RowMask): RowMask {
    const theirs = this.#wordsOf(other, "or");
    const words = this.#words.slice();
    for (let index = 0; index < words.length; index++)
      words[index] = (words[index] as number) | (theirs[index] as number);
    return new RowMask(this.length, words);
  }

  /** The rows that do not match. */
  not(): RowMask {
    const words = this.#words.slice();
    for (let index = 0; index < words.length; index++) words[index] = ~(words[index] as number);
    const behind = this.length % BITS;
    if (behind > 0) {
      const last = words.length - 1;
      words[last] = (words[last] as number) & ((1 << behind) - 1);
    }
    return new RowMask(this.length, words);
  }

  /** The numbers of the rows that match, ascending. */
  rows(): Uint32Array {
    const rows = new Uint32Array(this.count);
    rowsWithin(this.#words, 0, this.length, rows, 0);
    return rows;
  }

  /** The numbers of the rows that match, ascending. */
  *[Symbol.iterator](): Generator<number, void, undefined> {
    for (const [index, word] of this.#words.entries()) {
      for (let left = word; left !== 0; left &= left - 1) yield index * BITS + lowestBit(left);
    }
  }

  #wordsOf(other: RowMask, call: "and" | "or"): Uint32Array {
    if (!(other instanceof RowMask)) {
      throw misuse(`\`${call}\`: the other mask`, "a mask of `formula.mask`", other);
    }
    if (other.length !== this.length) {
      throw new ColumnsError(
        `a mask of ${this.length} rows cannot be combined with one of ${other.length} rows`,
      );
    }
    return other.#words;
  }
}

/** Writes the rows from `from` up to `to` whose bits are 1 into `into`, from `size` on; returns the new size. */
export function rowsWithin(
  words: Uint32Array,
  from: number,
  to: number,
  into: Uint32Array | Int32Array,
  size: number,
): number {
  let found = size;
  for (let first = from & -BITS; first < to; first += BITS) {
    let word = words[first >>> 5] as number;
    if (first < from) word &= -1 << (from - first);
    if (to - first < BITS) word &= (1 << (to - first)) - 1;
    for (; word !== 0; word &= word - 1) into[found++] = first + lowestBit(word);
  }
  return found;
}

/** Sets the bits of the first `size` rows of `rows`; returns `size`. */
export function setBits(words: Uint32Array, rows: Int32Array | Uint32Array, size: number): number {
  for (let index = 0; index < size; index++) {
    const row = rows[index] as number;
    words[row >>> 5] = (words[row >>> 5] as number) | (1 << (row & 31));
  }
  return size;
}

/** How many bits are 1. */
export function bitCount(word: number): number {
  const pairs = word - ((word >>> 1) & 0x55555555);
  const fours = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333);
  return Math.imul((fours + (fours >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}

function lowestBit(word: number): number {
  return 31 - Math.clz32(word & -word);
}
