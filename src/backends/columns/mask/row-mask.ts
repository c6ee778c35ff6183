import { bindMethods } from "../../../util/bind-methods.ts";
import { misuse } from "../../../util/misuse.ts";
import { ColumnsError } from "../columns-error.ts";

const BITS = 32;

// Plain counting loops: `map` and `for…of` take four times as long.

/**
 * The rows of columns that match: `formula.mask(columns)`. A mask has one bit for each row, so it is small, and
 * combining masks is much faster than evaluating their formulas again. It is immutable.
 */
export class RowMask {
  static {
    bindMethods(RowMask);
  }

  /** The number of rows that the columns had. */
  readonly length: number;
  /** Row 0 is the lowest bit of the first word. The bits after the last row are 0. */
  readonly #words: Uint32Array;
  #count: number | undefined;

  private constructor(length: number, words: Uint32Array, count?: number) {
    this.length = length;
    this.#words = words;
    this.#count = count;
  }

  /**
   * @internal Takes ownership of the words; the bits after the last row must be 0. `count` is the number of 1 bits, if
   * known.
   */
  static of(length: number, words: Uint32Array, count?: number): RowMask {
    return new RowMask(length, words, count);
  }

  /** @internal Allocates the words for a mask of `length` rows. */
  static wordsFor(length: number): Uint32Array {
    return new Uint32Array(Math.ceil(length / BITS));
  }

  /** @internal */
  static wordsOf(mask: RowMask): Uint32Array {
    return mask.#words;
  }

  /** The number of rows that match. */
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

  /** The rows that match both. @throws {@link ColumnsError} if the masks have different numbers of rows */
  and(other: RowMask): RowMask {
    const theirs = this.#wordsOf(other, "and");
    const words = this.#words.slice();
    for (let index = 0; index < words.length; index++)
      words[index] = (words[index] as number) & (theirs[index] as number);
    return new RowMask(this.length, words);
  }

  /**
   * The rows that match at least one of both. @throws {@link ColumnsError} if the masks have different numbers of rows
   */
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

/**
 * Writes the numbers of the rows in `[from, to)` whose bits are 1 to `into`, starting at index `size`; returns the new
 * size.
 */
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

/** Sets the bits of the first `size` entries of `rows`; returns `size`. */
export function setBits(words: Uint32Array, rows: Int32Array | Uint32Array, size: number): number {
  for (let index = 0; index < size; index++) {
    const row = rows[index] as number;
    words[row >>> 5] = (words[row >>> 5] as number) | (1 << (row & 31));
  }
  return size;
}

/** The number of 1 bits. */
export function bitCount(word: number): number {
  const pairs = word - ((word >>> 1) & 0x55555555);
  const fours = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333);
  return Math.imul((fours + (fours >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}

function lowestBit(word: number): number {
  return 31 - Math.clz32(word & -word);
}
