import { BLOCK, BLOCK_BITS } from "../storage/blocks.ts";
import type { TextBlock } from "../storage/text-blocks.ts";
import { utf8Of } from "../storage/utf8.ts";

/** The number of bytes packed into one number: a double holds six bytes exactly. */
const NUMBERED = 6;

/** Whether a text may have bytes after those that the number was built from. */
export function goesOn(number: number): boolean {
  return number % 256 !== 0;
}

/** The bytes of one text in an array. */
export class ByteRange {
  #bytes: Uint8Array = new Uint8Array(0);
  #start = 0;
  #end = 0;

  static of(text: string): ByteRange {
    const range = new ByteRange();
    range.#bytes = utf8Of(text);
    range.#end = range.#bytes.length;
    return range;
  }

  /** Moves to the text of a row. */
  at(blocks: readonly TextBlock[], row: number): this {
    const { bytes, starts } = blocks[row >> BLOCK_BITS] as TextBlock;
    const index = row & (BLOCK - 1);
    this.#bytes = bytes;
    this.#start = starts[index] as number;
    this.#end = starts[index + 1] as number;
    return this;
  }

  get isBlank(): boolean {
    return this.#start === this.#end;
  }

  /**
   * Six bytes from `depth` on, as one number. If two texts agree before `depth`, the text with the smaller number comes
   * first.
   */
  numberAt(depth: number): number {
    const bytes = this.#bytes;
    const at = this.#start + depth * NUMBERED;
    if (at + NUMBERED <= this.#end) {
      const high = ((bytes[at] as number) << 16) | ((bytes[at + 1] as number) << 8);
      const low = ((bytes[at + 3] as number) << 16) | ((bytes[at + 4] as number) << 8);
      return (high | (bytes[at + 2] as number)) * 0x100_0000 + (low | (bytes[at + 5] as number));
    }
    let number = 0;
    for (let index = at; index < at + NUMBERED; index++) {
      // A text has no byte 0, so 0 marks its end.
      number = number * 256 + (index < this.#end ? (bytes[index] as number) : 0);
    }
    return number;
  }

  /** Negative if this text precedes the other. UTF-8 bytes sort in the order of code points. */
  compare(other: ByteRange): number {
    const length = this.#end - this.#start;
    const otherLength = other.#end - other.#start;
    const both = Math.min(length, otherLength);
    const [bytes, start] = [this.#bytes, this.#start];
    const [otherBytes, otherStart] = [other.#bytes, other.#start];
    for (let index = 0; index < both; index++) {
      const order = (bytes[start + index] as number) - (otherBytes[otherStart + index] as number);
      if (order !== 0) return order;
    }
    return length - otherLength;
  }
}
