import { isText } from "../../../language/values/text/index.ts";
import { allSteps, type Steps } from "../../../util/steps.ts";
import type { CodeColumn, ColumnStore, TextColumn } from "./column.ts";
import { type Codes, Dictionary, widenCodes } from "./dictionary.ts";
import { grow } from "./grow.ts";
import { type LongTexts, type TextBlock, TextBlocks } from "./text-blocks.ts";
import { textBytes } from "./text-bytes.ts";
import { TextReader } from "./text-reader.ts";
import { TokenIndex } from "./token-index.ts";

/** A dictionary with at most this many texts is kept even if they rarely repeat. */
const FEW = 1_024;
/** The number of rows that one step switches to plain texts. */
const ROWS_PER_STEP = 512;

/** A column of texts. It starts with a dictionary and switches to plain texts once they turn out not to repeat. */
export class TextStore implements ColumnStore {
  readonly #mostDistinct: number;
  #dictionary: Dictionary | undefined = new Dictionary();
  #codes: Codes = new Uint8Array(0);
  readonly #blocks: TextBlocks;
  #tokens: TokenIndex | undefined;

  /** @param longTexts the expected size of long texts that are known not to repeat */
  constructor(mostDistinct: number, longTexts?: LongTexts) {
    this.#mostDistinct = mostDistinct;
    this.#blocks = new TextBlocks(longTexts);
    if (longTexts !== undefined) this.#dictionary = undefined;
  }

  write(raw: readonly unknown[], count: number, at: number): void {
    allSteps(this.writing(raw, count, at));
  }

  *writing(raw: readonly unknown[], count: number, at: number): Steps {
    const dictionary = this.#dictionary;
    if (dictionary === undefined) {
      const texts = new Array<string>(count);
      for (let index = 0; index < count; index++) {
        const value = raw[index];
        texts[index] = isText(value) ? value : "";
      }
      this.#add(texts, count, at);
      return;
    }
    const batch = new Uint32Array(count);
    for (let index = 0; index < count; index++) batch[index] = dictionary.add(raw[index]);
    yield* this.#addingCodes(dictionary, batch, at);
  }

  /** Appends codes, or switches to plain texts if the dictionary has become too large. */
  *#addingCodes(dictionary: Dictionary, batch: Uint32Array, at: number): Steps {
    const { size } = dictionary;
    const rows = at + batch.length;
    const codes = grow(widenCodes(this.#codes, size), rows);
    codes.set(batch, at);
    this.#codes = codes;
    if (this.keepsCodes(size, rows)) return;
    /* v8 ignore next -- the index is in range */
    const textOf = (code: number): string => dictionary.texts[code] ?? "";
    const texts = Array.from(codes.subarray(0, rows), textOf);
    this.#dictionary = undefined;
    this.#codes = new Uint8Array(0);
    this.#tokens = TokenIndex.for(texts);
    for (let from = 0; from < rows; from += ROWS_PER_STEP) {
      const some = texts.slice(from, from + ROWS_PER_STEP);
      yield;
      this.#add(some, some.length, from);
    }
  }

  /** Whether a dictionary of this size, including the blank text, is kept. */
  keepsCodes(size: number, rows: number): boolean {
    return size - 1 <= this.#mostDistinct && (size <= FEW || size * 2 <= rows);
  }

  /** Uses codes and a dictionary as the first rows of an empty store. The codes are never written to. */
  adopt(codes: Codes, texts: ReadonlyMap<string, number>): void {
    this.#dictionary = new Dictionary(texts);
    this.#codes = codes;
  }

  /** Uses blocks of plain texts as the first rows of an empty store. They get no index of tokens. */
  adoptBlocks(blocks: readonly TextBlock[]): void {
    this.#dictionary = undefined;
    this.#blocks.adopt(blocks);
  }

  get bytes(): number {
    const texts = this.#dictionary?.texts ?? [];
    let bytes = textBytes(texts, texts.length) + this.#codes.byteLength;
    for (const word of this.#tokens?.words ?? []) bytes += word.byteLength;
    return bytes + this.#blocks.bytes;
  }

  #add(texts: readonly string[], count: number, at: number): void {
    this.#blocks.add(texts, count, at);
    if (this.#tokens?.add(texts, count, at) === false) this.#tokens = undefined;
  }

  read(_length: number): CodeColumn | TextColumn {
    const dictionary = this.#dictionary;
    if (dictionary === undefined) {
      const index = this.#tokens;
      const tokens = index && {
        delimiter: index.delimiter,
        names: index.tokens,
        words: [...index.words],
      };
      const blocks = this.#blocks.read();
      return { kind: "texts", blocks, reader: new TextReader(blocks), tokens };
    }
    return {
      kind: "codes",
      codes: this.#codes,
      texts: dictionary.texts,
      size: dictionary.size,
      codeOf: (text) => dictionary.codeOf(text),
    };
  }
}
