import { copyText } from "../../evaluation/copy-text.ts";
import { grow } from "./grow.ts";

/** The delimiters that are tried. */
const DELIMITERS = [",", ";", "|", " "] as const;

const MOST_TOKENS = 256;
const LONGEST_TOKEN = 64;
const SAMPLE = 512;
/** The maximum number of tokens in a sample: the whole column is likely to have more. */
const MOST_IN_SAMPLE = 192;
const SLOTS = 1024;
const SLOT_SHIFT = 22;
/** A multiplicative hash constant (golden ratio). */
const GOLDEN = 0x9e3779b1;
const BITS = 32;

/**
 * A bitmap index for texts that consist of few distinct tokens, such as option codes separated by commas. A text
 * contains a needle without the delimiter exactly if one of its tokens does, so a search only tests bits.
 */
export class TokenIndex {
  readonly delimiter: string;
  readonly tokens: string[] = [];
  /** Each array has one 32-bit word per row, one bit for each of 32 tokens. */
  readonly words: Uint32Array[] = [];
  readonly #delimiterCode: number;
  /** The hash table of tokens: the token's number plus one, or 0 for an empty slot. */
  readonly #slots = new Uint16Array(SLOTS);
  readonly #units: Uint16Array[] = [];
  /**
   * By token: its characters packed into one number if there are at most four, all below 256; else 0. A text has no
   * NUL.
   */
  readonly #packed = new Int32Array(MOST_TOKENS);

  private constructor(delimiter: string) {
    this.delimiter = delimiter;
    this.#delimiterCode = delimiter.charCodeAt(0);
  }

  /** Creates an empty index that suits sample texts; `undefined` if they do not consist of few tokens. */
  static for(texts: readonly string[]): TokenIndex | undefined {
    let best: string | undefined;
    let fewest = MOST_IN_SAMPLE;
    for (const delimiter of DELIMITERS) {
      const count = countTokens(texts, delimiter, fewest);
      if (count === undefined) continue;
      best = delimiter;
      fewest = count - 1;
    }
    return best === undefined ? undefined : new TokenIndex(best);
  }

  /** Adds the first `count` texts as the rows from `from` on. If it returns false, the index is no longer valid. */
  add(texts: readonly string[], count: number, from: number): boolean {
    const to = from + count;
    this.#reach(from, to);
    for (let index = 0; index < count; index++) {
      if (!this.#addText(texts[index] as string, from + index, to)) return false;
    }
    return true;
  }

  /** Extends the bitmaps to `to` rows, with no token set. */
  #reach(from: number, to: number): void {
    this.#wordOf(Math.max(0, this.tokens.length - 1), to);
    for (const [index, word] of this.words.entries()) {
      this.words[index] = grow(word, to);
      this.words[index]?.fill(0, from, to);
    }
  }

  /** The bitmap that has the bit of a token. */
  #wordOf(token: number, rows: number): Uint32Array {
    while (this.words.length <= token >> 5) this.words.push(grow(new Uint32Array(0), rows));
    return this.words[token >> 5] as Uint32Array;
  }

  #addText(text: string, row: number, rows: number): boolean {
    const { length } = text;
    const delimiter = this.#delimiterCode;
    for (let start = 0; start < length; ) {
      let packed = 0;
      let all = 0;
      let end = start;
      for (; end < length; end++) {
        const unit = text.charCodeAt(end);
        if (unit === delimiter) break;
        packed = (packed << 8) ^ unit;
        all |= unit;
      }
      if (end > start) {
        const isShort = end - start <= 4 && all < 256;
        const token = this.#find(text, start, end, packed, isShort);
        if (token < 0) return false;
        const word = this.#wordOf(token, rows);
        word[row] = (word[row] as number) | (1 << (token & (BITS - 1)));
      }
      start = end + 1;
    }
    return true;
  }

  /** The number of a token, given as a range of a text; adds a new token. Returns -1 if the index is full. */
  #find(text: string, start: number, end: number, packed: number, isShort: boolean): number {
    const length = end - start;
    for (let slot = Math.imul(packed, GOLDEN) >>> SLOT_SHIFT; ; slot = (slot + 1) & (SLOTS - 1)) {
      const token = (this.#slots[slot] as number) - 1;
      if (token < 0) return this.#note(text.slice(start, end), slot, isShort ? packed : 0);
      if (isShort) {
        if (this.#packed[token] === packed) return token;
        continue;
      }
      const units = this.#units[token] as Uint16Array;
      if (units.length !== length) continue;
      let same = 0;
      while (same < length && units[same] === text.charCodeAt(start + same)) same++;
      if (same === length) return token;
    }
  }

  #note(token: string, slot: number, packed: number): number {
    const number = this.tokens.length;
    if (number === MOST_TOKENS || token.length > LONGEST_TOKEN) return -1;
    this.tokens.push(copyText(token));
    this.#units.push(Uint16Array.from({ length: token.length }, (_, at) => token.charCodeAt(at)));
    this.#packed[number] = packed;
    this.#slots[slot] = number + 1;
    return number;
  }
}

/** The number of distinct tokens in a sample; `undefined` if there are too many, or if one is too long. */
function countTokens(
  texts: readonly string[],
  delimiter: string,
  most: number,
): number | undefined {
  const step = Math.max(1, Math.floor(texts.length / SAMPLE));
  const seen = new Set<string>();
  for (let index = 0; index < texts.length; index += step) {
    /* v8 ignore next -- the index is in range */
    const tokens = texts[index]?.split(delimiter, MOST_TOKENS) ?? [];
    for (const token of tokens) {
      if (token.length > LONGEST_TOKEN) return undefined;
      seen.add(token);
    }
    if (seen.size > most) return undefined;
  }
  return seen.size;
}
