import { BLOCK, BLOCK_BITS } from "../storage/blocks.ts";
import type { TextBlock } from "../storage/text-blocks.ts";
import { utf8Of } from "../storage/utf8.ts";

/** A number made of six bytes is exact. */
const PREFIX = 6;

/** A text as a range of bytes. */
export class TextPlace {
  #bytes: Uint8Array = new Uint8Array(0);
  #start = 0;
  #end = 0;

  static of(text: string): TextPlace {
    const place = new TextPlace();
    place.#bytes = utf8Of(text);
    place.#end = place.#bytes.length;
    return place;
  }

  /** Goes to the text of a row. */
  at(blocks: readonly TextBlock[], row: number): this {
    const { bytes, starts } = blocks[row >> BLOCK_BITS] as TextBlock;
    const place = row & (BLOCK - 1);
    this.#bytes = bytes;
    this.#start = starts[place] as number;
    this.#end = starts[place + 1] as number;
    return this;
  }

  get isBlank(): boolean {
    return this.#start === this.#end;
  }

  /** The first bytes as one number: a text with a smaller number comes first. */
  get prefix(): number {
    let prefix = 0;
    for (let index = 0; index < PREFIX; index++) {
      const at = this.#start + index;
      // A text has no byte 0, so 0 can stand for its end.
      prefix = prefix * 256 + (at < this.#end ? (this.#bytes[at] as number) : 0);
    }
    return prefix;
  }

  /** Negative if this text comes before the other. The bytes of UTF-8 have the order of the code points. */
  compare(other: TextPlace): number {
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
