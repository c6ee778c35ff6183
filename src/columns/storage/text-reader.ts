import { BLOCK, BLOCK_BITS } from "./blocks.ts";
import type { TextBlock } from "./text-blocks.ts";
import { textOfUtf8 } from "./utf8.ts";

/** The texts of a block are read one by one so many times, before many are decoded at once. */
const FEW = 24;
/** Rows that are further apart are always read one by one. */
const MOST_APART = 8;
/** The bytes that are decoded at once: the engine takes ten times as long for each byte of a text that is not small. */
const TOGETHER = 1 << 15;
/** If the texts of a block are not ASCII and on average this long, decoding them one by one is as fast. */
const LONG = 128;

/** Reads texts by row. */
export class TextReader {
  readonly #blocks: readonly TextBlock[];
  #block = -1;
  #reads = 0;
  #last = 0;
  /** Some texts of the block, decoded as one: from which place to which, and where each of them begins. */
  #text = "";
  #from = 0;
  #to = 0;
  #starts: Uint32Array = new Uint32Array(0);
  /** What has to be taken from `starts`, whose first is the start at `firstPlace`. */
  #base = 0;
  #firstPlace = 0;

  constructor(blocks: readonly TextBlock[]) {
    this.#blocks = blocks;
  }

  /** The text of a row, as a string of its own. */
  at(row: number): string {
    const { bytes, starts } = this.#blocks[row >> BLOCK_BITS] as TextBlock;
    const place = row & (BLOCK - 1);
    return decode(bytes, starts[place] as number, starts[place + 1] as number);
  }

  /** The text of a row, for a short look. Do not keep it: it may keep the texts of many rows in memory. */
  glance(row: number): string {
    const number = row >> BLOCK_BITS;
    const place = row & (BLOCK - 1);
    if (number !== this.#block) {
      this.#block = number;
      this.#reads = 0;
      this.#to = 0;
      this.#last = place;
    }
    if (place < this.#from || place >= this.#to) {
      const isNear = Math.abs(place - this.#last) <= MOST_APART;
      this.#last = place;
      if (++this.#reads <= FEW || !isNear) return this.at(row);
      const block = this.#blocks[number] as TextBlock;
      if (!block.isAscii && block.end > LONG * (block.starts.length - 1)) return this.at(row);
      this.#decodeFrom(block, place);
      if (place >= this.#to) return this.at(row);
    }
    this.#last = place;
    const at = place - this.#firstPlace;
    return this.#text.slice(
      (this.#starts[at] as number) - this.#base,
      (this.#starts[at + 1] as number) - this.#base,
    );
  }

  #decodeFrom({ bytes, starts, isAscii }: TextBlock, place: number): void {
    const begin = starts[place] as number;
    let to = place;
    // What comes after the texts, in an array with room for more, is 0.
    while (to + 1 < starts.length && to < BLOCK) {
      const end = starts[to + 1] as number;
      if (end < (starts[to] as number) || end - begin > TOGETHER) break;
      to++;
    }
    this.#from = place;
    this.#to = to;
    if (to === place) return;
    const some = bytes.subarray(begin, starts[to]);
    this.#text = textOfUtf8(some);
    const isPlain = isAscii || this.#text.length === some.length;
    this.#starts = isPlain ? starts : unitStarts(bytes, starts.subarray(place, to + 1));
    this.#base = isPlain ? begin : 0;
    this.#firstPlace = isPlain ? 0 : place;
  }
}

function decode(bytes: Uint8Array, from: number, to: number): string {
  return from === to ? "" : textOfUtf8(bytes.subarray(from, to));
}

/** The places at which texts begin, counted from the first in units of UTF-16 instead of bytes. */
function unitStarts(bytes: Uint8Array, starts: Uint32Array): Uint32Array {
  const units = new Uint32Array(starts.length);
  let at = starts[0] as number;
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
