import { BLOCK, BLOCK_BITS } from "./blocks.ts";
import type { TextBlock } from "./text-blocks.ts";
import { textOfUtf8 } from "./utf8.ts";

/** After this many reads of its texts, a block is decoded as a whole. */
const FEW = 24;
/** A block with more bytes than this is never decoded as a whole. */
const MOST_BYTES = 1 << 24;

/** Reads texts by row. */
export class TextReader {
  readonly #blocks: readonly TextBlock[];
  #block = -1;
  #reads = 0;
  /** The block as one text after some reads, and the place at which the text of each row begins in it. */
  #text: string | undefined;
  #starts: Uint32Array = new Uint32Array(0);

  constructor(blocks: readonly TextBlock[]) {
    this.#blocks = blocks;
  }

  /** The text of a row, as a string of its own. */
  at(row: number): string {
    const { bytes, starts } = this.#blocks[row >> BLOCK_BITS] as TextBlock;
    const place = row & (BLOCK - 1);
    return decode(bytes, starts[place] as number, starts[place + 1] as number);
  }

  /** The text of a row, for a short look. Do not keep it: it may keep the text of the whole block in memory. */
  glance(row: number): string {
    const number = row >> BLOCK_BITS;
    if (number !== this.#block) {
      this.#block = number;
      this.#reads = 0;
      this.#text = undefined;
    }
    const place = row & (BLOCK - 1);
    if (this.#text === undefined) {
      const block = this.#blocks[number] as TextBlock;
      if (++this.#reads <= FEW || block.end > MOST_BYTES) return this.at(row);
      this.#text = textOfUtf8(block.bytes.subarray(0, block.end));
      this.#starts = block.isAscii ? block.starts : unitStarts(block);
    }
    return this.#text.slice(this.#starts[place] as number, this.#starts[place + 1] as number);
  }
}

function decode(bytes: Uint8Array, from: number, to: number): string {
  return from === to ? "" : textOfUtf8(bytes.subarray(from, to));
}

/** The places at which the texts of a block begin, counted in units of UTF-16 instead of bytes. */
function unitStarts({ bytes, starts }: TextBlock): Uint32Array {
  const units = new Uint32Array(starts.length);
  let at = 0;
  let unit = 0;
  for (let index = 0; index < starts.length; index++) {
    for (const end = starts[index] as number; at < end; at++) {
      const byte = bytes[at] as number;
      // The first byte of a character tells how many units the character has. The other bytes count for none.
      unit += byte >= 0xf0 ? 2 : (byte & 0xc0) === 0x80 ? 0 : 1;
    }
    units[index] = unit;
  }
  return units;
}
