import { BLOCK_BITS } from "./blocks.ts";
import { grow, type Numbers } from "./grow.ts";

/**
 * The bounds of the values in each block of a column, which may decide a condition for all rows of the block. Bounds
 * only widen, so they are true for a reader of fewer rows as well.
 */
export class Zones {
  /** The least and the largest number or code of each block. Blank numbers do not count. */
  lows: Float64Array = new Float64Array(0);
  highs: Float64Array = new Float64Array(0);
  /** For numbers, 1 if one is blank. For codes, a bit for each code below 31, and the highest bit for all others. */
  marks: Uint32Array = new Uint32Array(0);
  #known = 0;

  /** Bounds that are known already. They are not widened. */
  static of({ lows, highs, marks }: Pick<Zones, "lows" | "highs" | "marks">): Zones {
    const zones = new Zones();
    zones.lows = lows;
    zones.highs = highs;
    zones.marks = marks;
    return zones;
  }

  get bytes(): number {
    return this.lows.byteLength + this.highs.byteLength + this.marks.byteLength;
  }

  /** Widens the bounds by the values of some rows. Returns whether one of their blocks has a blank. */
  addNumbers(values: Numbers, from: number, to: number): boolean {
    this.#reach(to);
    let marks = 0;
    for (let start = from; start < to; ) {
      const block = start >> BLOCK_BITS;
      const end = Math.min(to, (block + 1) << BLOCK_BITS);
      /* v8 ignore start -- the index is inside */
      let low = this.lows[block] ?? 0;
      let high = this.highs[block] ?? 0;
      let mark = this.marks[block] ?? 0;
      /* v8 ignore stop */
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
      marks |= mark;
      start = end;
    }
    return marks !== 0;
  }

  addCodes(codes: Uint8Array | Uint16Array | Uint32Array, from: number, to: number): void {
    this.#reach(to);
    for (let start = from; start < to; ) {
      const block = start >> BLOCK_BITS;
      const end = Math.min(to, (block + 1) << BLOCK_BITS);
      /* v8 ignore start -- the index is inside */
      let low = this.lows[block] ?? 0;
      let high = this.highs[block] ?? 0;
      let mark = this.marks[block] ?? 0;
      /* v8 ignore stop */
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

  /** Makes room for the blocks of `rows` rows; a new block has empty bounds. */
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
