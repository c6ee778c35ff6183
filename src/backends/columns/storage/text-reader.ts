import { BLOCK, BLOCK_BITS } from "./blocks.ts";
import type { TextBlock } from "./text-blocks.ts";
import { textOfUtf8 } from "./utf8.ts";

/** The number of texts of a block that are decoded one by one before many are decoded at once. */
const FEW = 24;
/** Rows that are further apart than this are always decoded one by one. */
const MOST_APART = 8;
/** The number of bytes to decode at once: with longer texts, the engine takes ten times as long per byte. */
const TOGETHER = 1 << 15;
/** Decoded texts of consecutive rows of a block, as one string. */
interface DecodedRows {
  readonly text: string;
  /** The index in the block of the first row, and the index after the last. */
  readonly from: number;
  readonly to: number;
  /** The start of each row's text in the string, plus `base`; the first entry is that of the row at `firstIndex`. */
  readonly starts: Uint32Array;
  readonly base: number;
  readonly firstIndex: number;
}

const NOTHING: DecodedRows = {
  text: "",
  from: 0,
  to: 0,
  starts: new Uint32Array(0),
  base: 0,
  firstIndex: 0,
};

/** The UTF-16 units of decoded texts that the readers of a table may cache together. */
export class DecodedBudget {
  #left: number;

  constructor(units: number) {
    this.#left = units;
  }

  /** Takes a part; returns false if less is left. Readers cache texts for the lifetime of the table, so nothing is given back. */
  take(units: number): boolean {
    if (units > this.#left) return false;
    this.#left -= units;
    return true;
  }
}

/**
 * Reads texts by row. Decoding costs more than most tests, so texts of blocks that are read repeatedly are cached,
 * within the budget of the table. The cache lives as long as the reader, which belongs to a snapshot.
 */
export class TextReader {
  readonly blocks: readonly TextBlock[];
  #block = -1;
  #reads = 0;
  #last = 0;
  #decoded = NOTHING;
  /** Whether the block was read before. */
  #isAgain = false;
  /** The cached texts of each block that was read before. */
  readonly #kept = new Map<number, DecodedRows[]>();
  #budget: DecodedBudget | undefined;
  #units = 0;

  constructor(blocks: readonly TextBlock[]) {
    this.blocks = blocks;
  }

  /** Lets the reader cache texts. */
  join(budget: DecodedBudget): void {
    this.#budget = budget;
  }

  /** The approximate size of the cache in bytes. */
  get bytes(): number {
    return this.#units;
  }

  /** The text of a row as a separate string. */
  at(row: number): string {
    const { bytes, starts } = this.blocks[row >> BLOCK_BITS] as TextBlock;
    const index = row & (BLOCK - 1);
    return decode(bytes, starts[index] as number, starts[index + 1] as number);
  }

  /**
   * The text of a row, for immediate use. Do not store it: it may be a slice that keeps the texts of many rows in
   * memory.
   */
  glance(row: number): string {
    const number = row >> BLOCK_BITS;
    const index = row & (BLOCK - 1);
    // An index before the decoded rows means that another search has started.
    if (number !== this.#block || index < this.#decoded.from) this.#enter(number, index);
    let decoded = this.#decoded;
    if (index < decoded.from || index >= decoded.to) {
      const isNear = Math.abs(index - this.#last) <= MOST_APART;
      this.#last = index;
      decoded = this.#find(number, index, ++this.#reads > FEW && isNear);
      if (index >= decoded.to) return this.at(row);
      this.#decoded = decoded;
    }
    this.#last = index;
    const { text, starts, base, firstIndex } = decoded;
    const at = index - firstIndex;
    return text.slice((starts[at] as number) - base, (starts[at + 1] as number) - base);
  }

  #enter(number: number, index: number): void {
    this.#block = number;
    this.#isAgain = this.#kept.has(number);
    this.#reads = 0;
    this.#decoded = NOTHING;
    this.#last = index;
  }

  /** The cached texts that include the row at index `index` of a block. On a miss, decodes texts if `paysOff`. */
  #find(number: number, index: number, paysOff: boolean): DecodedRows {
    const kept = this.#kept.get(number);
    if (kept !== undefined) {
      for (const one of kept) if (index >= one.from && index < one.to) return one;
    }
    if (!paysOff) return NOTHING;
    const block = this.blocks[number] as TextBlock;
    const decoded = decodeFrom(block, index);
    if (decoded === NOTHING) return decoded;
    if (kept === undefined) this.#kept.set(number, []);
    else if (this.#isAgain && this.#budget?.take(decoded.text.length) === true) {
      kept.push(decoded);
      this.#units += decoded.text.length;
    }
    return decoded;
  }
}

function decodeFrom({ bytes, starts, isAscii }: TextBlock, index: number): DecodedRows {
  const begin = starts[index] as number;
  let to = index;
  // An array with spare room has zeros after the last offset.
  while (to + 1 < starts.length && to < BLOCK) {
    const end = starts[to + 1] as number;
    if (end < (starts[to] as number) || end - begin > TOGETHER) break;
    to++;
  }
  if (to === index) return NOTHING;
  const some = bytes.subarray(begin, starts[to]);
  const text = textOfUtf8(some);
  return isAscii || text.length === some.length
    ? { text, from: index, to, starts, base: begin, firstIndex: 0 }
    : {
        text,
        from: index,
        to,
        starts: unitStarts(bytes, starts.subarray(index, to + 1)),
        base: 0,
        firstIndex: index,
      };
}

function decode(bytes: Uint8Array, from: number, to: number): string {
  return from === to ? "" : textOfUtf8(bytes.subarray(from, to));
}

/** Start offsets in UTF-16 units, converted from byte offsets. */
function unitStarts(bytes: Uint8Array, starts: Uint32Array): Uint32Array {
  const units = new Uint32Array(starts.length);
  let at = starts[0] as number;
  let unit = 0;
  for (let index = 0; index < starts.length; index++) {
    for (const end = starts[index] as number; at < end; at++) {
      const byte = bytes[at] as number;
      // The lead byte tells how many UTF-16 units a character has; continuation bytes count 0.
      unit += byte >= 0xf0 ? 2 : (byte & 0xc0) === 0x80 ? 0 : 1;
    }
    units[index] = unit;
  }
  return units;
}
