import { ColumnsError } from "../columns-error.ts";
import { BLOCK, BLOCK_BITS } from "./blocks.ts";
import { grow } from "./grow.ts";
import { utf8Length, wordsOf, writeUtf8 } from "./utf8.ts";

/** The texts of a block of rows, concatenated as UTF-8. */
export interface TextBlock {
  readonly bytes: Uint8Array;
  /** The end offset of the last text. */
  readonly end: number;
  /** The start offset of each row's text, followed by the end offset of the last text. */
  readonly starts: Uint32Array;
  readonly isAscii: boolean;
  /** Whether the block has a non-ASCII letter that case mapping turns into ASCII. */
  readonly changesToAscii: boolean;
}

/** The non-ASCII letters that case mapping turns into ASCII: ſ, the Kelvin sign, and the Turkish letters. */
export const CHANGES_TO_ASCII: RegExp = /[\u0130\u0131\u017f\u212a]/;

/**
 * Texts are joined and encoded in one call up to this total length; joining more costs more than an additional call.
 */
const MOST_TOGETHER = 1 << 20;

/** The expected size of long texts. */
export interface LongTexts {
  readonly bytesPerText: number;
  /** The number of rows in total. */
  readonly rows: number;
}

/** The most memory reserved for a block of long texts. The system provides it when it is written. */
const MOST_RESERVED = 1 << 26;
const ROOM = 1.125;

/** The maximum offset in `starts`. */
const MOST_BYTES = 0xffff_ffff;

/** Texts by row, stored as bytes: strings would take more memory and burden the garbage collector. */
export class TextBlocks {
  readonly #blocks: TextBlock[] = [];
  readonly #longTexts: LongTexts | undefined;
  #bytes = 0;

  /** @param longTexts reserves memory for blocks of long texts, whose growth would copy megabytes in one step */
  constructor(longTexts?: LongTexts) {
    this.#longTexts = longTexts;
  }

  /** The approximate size in bytes. */
  get bytes(): number {
    return this.#bytes;
  }

  /** The current blocks. Adding texts replaces the last block, so readers keep the old one. */
  read(): readonly TextBlock[] {
    return [...this.#blocks];
  }

  /** Uses existing blocks as the first ones. All but the last must be full. Their arrays are never written to. */
  adopt(blocks: readonly TextBlock[]): void {
    for (const block of blocks) {
      this.#blocks.push(block);
      this.#bytes += sizeOf(block);
    }
  }

  /** Appends the first `count` texts, which must be well-formed; `at` is the row of the first. */
  add(texts: readonly string[], count: number, at: number): void {
    for (let from = 0; from < count; ) {
      const blockIndex = (at + from) & (BLOCK - 1);
      let units = 0;
      let to = from;
      for (const end = Math.min(count, from + BLOCK - blockIndex); to < end; to++) {
        /* v8 ignore next -- the index is in range */
        units += texts[to]?.length ?? 0;
        if (units > MOST_TOGETHER && to > from) break;
      }
      this.#addTo((at + from) >> BLOCK_BITS, texts.slice(from, to), blockIndex);
      from = to;
    }
  }

  #addTo(number: number, texts: readonly string[], blockIndex: number): void {
    const block = this.#blocks[number];
    const joined = texts.join("");
    const starts = grow(block?.starts ?? new Uint32Array(0), blockIndex + texts.length + 1);
    /* v8 ignore next -- the index is in range */
    const begin = starts[blockIndex] ?? 0;
    const { bytes, written } = append(block?.bytes ?? this.#reserve(number), begin, joined);
    const isAscii = written === joined.length;
    let end = begin;
    for (let index = 0; index < texts.length; index++) {
      const text = texts[index] as string;
      end += isAscii ? text.length : utf8Length(text);
      starts[blockIndex + index + 1] = end;
    }
    const changesToAscii = !isAscii && CHANGES_TO_ASCII.test(joined);
    this.#put(number, { bytes, end, starts, isAscii, changesToAscii }, blockIndex + texts.length);
  }

  /** The memory for the texts of a new block, with room for texts that are somewhat longer than expected. */
  #reserve(number: number): Uint8Array {
    if (this.#longTexts === undefined) return new Uint8Array(0);
    const { bytesPerText, rows } = this.#longTexts;
    const expected = Math.min(BLOCK, rows - number * BLOCK) * bytesPerText * ROOM;
    return new Uint8Array(Math.min(Math.ceil(expected), MOST_RESERVED));
  }

  #trimmed(bytes: Uint8Array, end: number): Uint8Array {
    // Reserved memory that was never written takes no space.
    return this.#longTexts === undefined ? bytes.slice(0, end) : bytes.subarray(0, end);
  }

  /** Replaces a block with a longer one. `isAscii` and `changesToAscii` describe only the new texts. */
  #put(number: number, { bytes, end, starts, ...added }: TextBlock, rows: number): void {
    requireCapacity(end);
    const block = this.#blocks[number];
    const isFull = rows === BLOCK;
    const longer: TextBlock = {
      bytes: isFull && bytes.length > end ? this.#trimmed(bytes, end) : bytes,
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
export function requireCapacity(bytes: number): void {
  /* v8 ignore next -- no test has as much memory */
  if (bytes > MOST_BYTES) throw new ColumnsError("texts of 4,096 rows take more than 4 GB");
}

const plain = new WeakMap<TextBlock, boolean>();

/** Whether no character needs an escape in JSON. Scans the texts on the first call. */
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

/** Whether there is no quote, no backslash, and no control character below the space. */
function needsNoEscape(bytes: Uint8Array): boolean {
  const { words, rest } = wordsOf(bytes);
  let special = 0;
  for (let index = 0; index < words.length; index++) {
    const word = words[index] as number;
    const quote = word ^ QUOTES;
    const backslash = word ^ BACKSLASHES;
    // A byte that is 0 or below the space borrows from its highest bit. The byte after it may then be a false positive,
    // which is safe. Bytes with their highest bit set are excluded.
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
  // Most texts are ASCII, so the first attempt reserves one byte per character.
  const room = grow(bytes, begin + text.length);
  const { read, written } = writeUtf8(text, room, begin);
  if (read === text.length) return { bytes: room, written };
  const more = grow(bytes, begin + utf8Length(text));
  return { bytes: more, written: writeUtf8(text, more, begin).written };
}
