import { ColumnsError } from "../columns-error.ts";
import { BLOCK, BLOCK_BITS } from "./blocks.ts";
import { grow } from "./grow.ts";
import { utf8Length, wordsOf, writeUtf8 } from "./utf8.ts";

/** The texts of a block of rows, one after another, in UTF-8. */
export interface TextBlock {
  readonly bytes: Uint8Array;
  /** The offset at which the last text ends. */
  readonly end: number;
  /** The offset at which each row's text begins, and finally the one at which the last text ends. */
  readonly starts: Uint32Array;
  readonly isAscii: boolean;
  /** Whether a letter that is not ASCII becomes ASCII in another case. */
  readonly changesToAscii: boolean;
}

/** The letters that are not ASCII, but become ASCII in lower or upper case: ſ and the Kelvin sign, and those of Turkish. */
export const CHANGES_TO_ASCII: RegExp = /[\u0130\u0131\u017f\u212a]/;

/** Texts are joined and encoded together up to this length; joining more would cost more than further calls. */
const MOST_TOGETHER = 1 << 20;

/** The largest offset that `starts` can hold. */
const MOST_BYTES = 0xffff_ffff;

/** Texts by row, held as bytes: as many strings would keep the garbage collector busy, and take more memory. */
export class TextBlocks {
  readonly #blocks: TextBlock[] = [];
  #bytes = 0;

  /** About how many bytes the blocks take. */
  get bytes(): number {
    return this.#bytes;
  }

  /** The blocks as they are now. Adding texts replaces the last block, so readers keep the old one. */
  read(): readonly TextBlock[] {
    return [...this.#blocks];
  }

  /** Takes blocks as they are, if there are none yet. All but the last are full. Their arrays are never written to. */
  adopt(blocks: readonly TextBlock[]): void {
    for (const block of blocks) {
      this.#blocks.push(block);
      this.#bytes += sizeOf(block);
    }
  }

  /** Adds the first `count` texts, which are well-formed, after all others; `at` is the row of the first. */
  add(texts: readonly string[], count: number, at: number): void {
    for (let from = 0; from < count; ) {
      const place = (at + from) & (BLOCK - 1);
      let units = 0;
      let to = from;
      for (const end = Math.min(count, from + BLOCK - place); to < end; to++) {
        /* v8 ignore next -- the index is inside */
        units += texts[to]?.length ?? 0;
        if (units > MOST_TOGETHER && to > from) break;
      }
      this.#addTo((at + from) >> BLOCK_BITS, texts.slice(from, to), place);
      from = to;
    }
  }

  /** Adds the first `count` texts of other blocks after all others; `at` is the row of the first. */
  append(blocks: readonly TextBlock[], count: number, at: number): void {
    for (let from = 0; from < count; ) {
      const place = (at + from) & (BLOCK - 1);
      const placeFrom = from & (BLOCK - 1);
      const rows = Math.min(count - from, BLOCK - Math.max(place, placeFrom));
      const given = blocks[from >> BLOCK_BITS] as TextBlock;
      this.#appendTo((at + from) >> BLOCK_BITS, given, placeFrom, rows, place);
      from += rows;
    }
  }

  #appendTo(number: number, given: TextBlock, from: number, rows: number, place: number): void {
    const block = this.#blocks[number];
    const starts = grow(block?.starts ?? new Uint32Array(0), place + rows + 1);
    /* v8 ignore next -- the index is inside */
    const begin = starts[place] ?? 0;
    const first = given.starts[from] as number;
    const last = given.starts[from + rows] as number;
    const end = begin + last - first;
    const bytes = grow(block?.bytes ?? new Uint8Array(0), end);
    bytes.set(given.bytes.subarray(first, last), begin);
    for (let row = 1; row <= rows; row++) {
      starts[place + row] = begin + (given.starts[from + row] as number) - first;
    }
    const { isAscii, changesToAscii } = given;
    this.#put(number, { bytes, end, starts, isAscii, changesToAscii }, place + rows);
  }

  #addTo(number: number, texts: readonly string[], place: number): void {
    const block = this.#blocks[number];
    const joined = texts.join("");
    const starts = grow(block?.starts ?? new Uint32Array(0), place + texts.length + 1);
    /* v8 ignore next -- the index is inside */
    const begin = starts[place] ?? 0;
    const { bytes, written } = append(block?.bytes ?? new Uint8Array(0), begin, joined);
    const isAscii = written === joined.length;
    let end = begin;
    for (let index = 0; index < texts.length; index++) {
      const text = texts[index] as string;
      end += isAscii ? text.length : utf8Length(text);
      starts[place + index + 1] = end;
    }
    const changesToAscii = !isAscii && CHANGES_TO_ASCII.test(joined);
    this.#put(number, { bytes, end, starts, isAscii, changesToAscii }, place + texts.length);
  }

  /** Replaces a block by a longer one, of which it is told what its new texts are like. */
  #put(number: number, { bytes, end, starts, ...added }: TextBlock, rows: number): void {
    requireRoom(end);
    const block = this.#blocks[number];
    const isFull = rows === BLOCK;
    const longer: TextBlock = {
      bytes: isFull && bytes.length > end ? bytes.slice(0, end) : bytes,
      end,
      starts: isFull && starts.length > BLOCK + 1 ? starts.slice(0, BLOCK + 1) : starts,
      isAscii: added.isAscii && block?.isAscii !== false,
      changesToAscii: added.changesToAscii || block?.changesToAscii === true,
    };
    this.#blocks[number] = longer;
    this.#bytes += sizeOf(longer) - (block === undefined ? 0 : sizeOf(block));
  }
}

/** @throws {@link ColumnsError} if the texts of a block are too long. */
export function requireRoom(bytes: number): void {
  /* v8 ignore next -- no test has as much memory */
  if (bytes > MOST_BYTES) throw new ColumnsError("texts of 4,096 rows take more than 4 GB");
}

const plain = new WeakMap<TextBlock, boolean>();

/** Whether no character needs an escape in JSON. The texts are looked at when this is first asked. */
export function isPlain(block: TextBlock): boolean {
  let known = plain.get(block);
  if (known === undefined) {
    known = needsNoEscape(block.bytes.subarray(0, block.end));
    plain.set(block, known);
  }
  return known;
}

const HIGH = 0x80808080;
const ONES = 0x01010101;
const SPACES = 0x20202020;
const QUOTES = 0x22222222;
const BACKSLASHES = 0x5c5c5c5c;

/** Whether there is no quote, no backslash, and no control character before the space. */
function needsNoEscape(bytes: Uint8Array): boolean {
  const { words, rest } = wordsOf(bytes);
  let special = 0;
  for (let index = 0; index < words.length; index++) {
    const word = words[index] as number;
    const quote = word ^ QUOTES;
    const backslash = word ^ BACKSLASHES;
    // A byte that is 0, or below the space, borrows from its highest bit. A byte after such a one may be taken for one,
    // too, which is on the safe side; and a high byte is none, since its own highest bit is set.
    special |=
      ((word - SPACES) & ~word) | ((quote - ONES) & ~quote) | ((backslash - ONES) & ~backslash);
  }
  if ((special & HIGH) !== 0) return false;
  const isPlainByte = (byte: number): boolean => byte >= 0x20 && byte !== 0x22 && byte !== 0x5c;
  return rest.every((some) => some.every(isPlainByte));
}

function sizeOf({ bytes, starts }: TextBlock): number {
  return bytes.byteLength + starts.byteLength;
}

function append(
  bytes: Uint8Array,
  begin: number,
  text: string,
): { readonly bytes: Uint8Array; readonly written: number } {
  // Most texts are ASCII, so the first try makes room for one byte for each character.
  const room = grow(bytes, begin + text.length);
  const { read, written } = writeUtf8(text, room, begin);
  if (read === text.length) return { bytes: room, written };
  const more = grow(bytes, begin + utf8Length(text));
  return { bytes: more, written: writeUtf8(text, more, begin).written };
}
