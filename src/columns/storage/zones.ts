import { BLOCK_BITS } from "./blocks.ts";
import { grow, type Numbers } from "./grow.ts";

/**
 * What is known of each block of a column, so that a condition may be decided for all its rows: bounds of what is there.
 * Bounds only widen, so they hold for a reader of fewer rows too.
 */
export class Zones {
  /** The least and the largest value, or code; of numbers without the blanks. */
  lows: Float64Array = new Float64Array(0);
  highs: Float64Array = new Float64Array(0);
  /** 1 where a number is blank. Codes have a bit for each of the first 31, and the sign for all others. */
  marks: Uint32Array = new Uint32Array(0);
  #known = 0;

  get bytes(): number {
    return this.lows.byteLength + this.highs.byteLength + this.marks.byteLength;
  }

  /** Bounds of the values from one row on. */
  addNumbers(values: Numbers, from: number, to: number): void {
    this.#reach(to);
    for (let start = from; start < to; ) {
      const block = start >> BLOCK_BITS;
      const end = Math.min(to, (block + 1) << BLOCK_BITS);
      let low = this.lows[block] ?? 0;
      let high = this.highs[block] ?? 0;
      let mark = this.marks[block] ?? 0;
      for (let row = start; row < end; row++) {
        const value = values[row] as number;
        if (value === Number.POSITIVE_INFINITY) {
          mark = 1;
          continue;
        }
        if (value < low) low = value;
        if (value > high) high = value;
      }
      this.#note(block, low, high, mark);
      start = end;
    }
  }

  addCodes(codes: Uint8Array | Uint16Array | Uint32Array, from: number, to: number): void {
    this.#reach(to);
    for (let start = from; start < to; ) {
      const block = start >> BLOCK_BITS;
      const end = Math.min(to, (block + 1) << BLOCK_BITS);
      let low = this.lows[block] ?? 0;
      let high = this.highs[block] ?? 0;
      let mark = this.marks[block] ?? 0;
      for (let row = start; row < end; row++) {
        const code = codes[row] as number;
        if (code < low) low = code;
        if (code > high) high = code;
        mark |= 1 << (code < 31 ? code : 31);
      }
      this.#note(block, low, high, mark);
      start = end;
    }
  }

  #note(block: number, low: number, high: number, mark: number): void {
    this.lows[block] = low;
    this.highs[block] = high;
    this.marks[block] = mark;
  }

  /** Makes place for the blocks of so many rows; of a new one nothing is known. */
  #reach(rows: number): void {
    const blocks = ((rows - 1) >> BLOCK_BITS) + 1;
    if (blocks <= this.#known) return;
    this.lows = grow(this.lows, blocks);
    this.highs = grow(this.highs, blocks);
    this.marks = grow(this.marks, blocks);
    this.lows.fill(Number.POSITIVE_INFINITY, this.#known, blocks);
    this.highs.fill(Number.NEGATIVE_INFINITY, this.#known, blocks);
    this.#known = blocks;
  }
}
