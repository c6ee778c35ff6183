import { isText } from "../../../language/values/text/index.ts";
import type { CodeColumn, Column, ColumnStore, Pieces, TextColumn } from "./column.ts";
import { type Codes, Dictionary, widenCodes } from "./dictionary.ts";
import { grow } from "./grow.ts";
import { ofKind } from "./of-kind.ts";
import { type TextBlock, TextBlocks } from "./text-blocks.ts";
import { textBytes } from "./text-bytes.ts";
import { TextReader } from "./text-reader.ts";
import { TokenIndex } from "./token-index.ts";

/** A dictionary with at most this many texts is kept even if they rarely repeat. */
const FEW = 1_024;

/** How texts without a dictionary are stored. */
export interface PlainTexts {
  /** The pieces known so far; `undefined` if there is no index of pieces. */
  readonly pieces: Omit<Pieces, "words"> | undefined;
}

/** A column of texts. It starts with a dictionary and switches to plain texts once they turn out not to repeat. */
export class TextStore implements ColumnStore {
  readonly #mostDistinct: number;
  #dictionary: Dictionary | undefined = new Dictionary();
  #codes: Codes = new Uint8Array(0);
  readonly #blocks = new TextBlocks();
  #pieces: TokenIndex | undefined;

  /** @param plain given if the texts are known not to repeat */
  constructor(mostDistinct: number, plain?: PlainTexts) {
    this.#mostDistinct = mostDistinct;
    if (plain === undefined) return;
    this.#dictionary = undefined;
    const { pieces } = plain;
    this.#pieces = pieces && new TokenIndex(pieces.delimiter, pieces.names);
  }

  /** How texts are stored, if without a dictionary. */
  get plain(): PlainTexts | undefined {
    if (this.#dictionary !== undefined) return undefined;
    const index = this.#pieces;
    return { pieces: index && { delimiter: index.delimiter, names: [...index.pieces] } };
  }

  write(raw: readonly unknown[], count: number, at: number): void {
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
    this.#addCodes(dictionary, batch, at);
  }

  append(column: Column, count: number, at: number): void {
    const dictionary = this.#dictionary;
    if (column.kind === "codes" && dictionary !== undefined) {
      const codeOf = column.texts.slice(0, column.size).map((text) => dictionary.add(text));
      const batch = new Uint32Array(count);
      for (let row = 0; row < count; row++) {
        batch[row] = codeOf[column.codes[row] as number] as number;
      }
      this.#addCodes(dictionary, batch, at);
    } else if (column.kind === "codes" || dictionary !== undefined) {
      this.write(textsOf(column, count), count, at);
    } else {
      const { blocks, pieces } = ofKind(column, "texts");
      this.#blocks.append(blocks, count, at);
      const index = this.#pieces;
      if (index === undefined) return;
      const isKept =
        pieces?.delimiter === index.delimiter
          ? index.append(pieces, count, at)
          : index.add(textsOf(column, count), count, at);
      if (!isKept) this.#pieces = undefined;
    }
  }

  /** Appends codes, or switches to plain texts if the dictionary has become too large. */
  #addCodes(dictionary: Dictionary, batch: Uint32Array, at: number): void {
    const { size } = dictionary;
    const rows = at + batch.length;
    const codes = grow(widenCodes(this.#codes, size), rows);
    codes.set(batch, at);
    this.#codes = codes;
    if (!this.keepsCodes(size, rows)) {
      /* v8 ignore next -- the index is in range */
      const textOf = (code: number): string => dictionary.texts[code] ?? "";
      const texts = Array.from(codes.subarray(0, rows), textOf);
      this.#dictionary = undefined;
      this.#codes = new Uint8Array(0);
      this.#pieces = TokenIndex.for(texts);
      this.#add(texts, rows, 0);
      return;
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

  /** Uses blocks of plain texts as the first rows of an empty store. They get no index of pieces. */
  adoptBlocks(blocks: readonly TextBlock[]): void {
    this.#dictionary = undefined;
    this.#blocks.adopt(blocks);
  }

  get bytes(): number {
    const texts = this.#dictionary?.texts ?? [];
    let bytes = textBytes(texts, texts.length) + this.#codes.byteLength;
    for (const word of this.#pieces?.words ?? []) bytes += word.byteLength;
    return bytes + this.#blocks.bytes;
  }

  #add(texts: readonly string[], count: number, at: number): void {
    this.#blocks.add(texts, count, at);
    if (this.#pieces?.add(texts, count, at) === false) this.#pieces = undefined;
  }

  read(_length: number): CodeColumn | TextColumn {
    const dictionary = this.#dictionary;
    if (dictionary === undefined) {
      const index = this.#pieces;
      const pieces = index && {
        delimiter: index.delimiter,
        names: index.pieces,
        words: [...index.words],
      };
      const blocks = this.#blocks.read();
      return { kind: "texts", blocks, reader: new TextReader(blocks), pieces };
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

function textsOf(column: Column, count: number): readonly string[] {
  if (column.kind === "codes") {
    const { codes, texts } = column;
    return Array.from(codes.subarray(0, count), (code) => texts[code] as string);
  }
  const { reader } = ofKind(column, "texts");
  return Array.from({ length: count }, (_, row) => reader.glance(row));
}
