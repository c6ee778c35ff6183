import { toTexts } from "../../../language/values/row-value.ts";
import type { Column, ColumnStore, ListColumn } from "./column.ts";
import { type Codes, Dictionary, widenCodes } from "./dictionary.ts";
import { grow } from "./grow.ts";
import { ofKind } from "./of-kind.ts";
import { textBytes } from "./text-bytes.ts";

/** A column of lists of texts. */
export class ListStore implements ColumnStore {
  readonly #dictionary = new Dictionary();
  #offsets = new Uint32Array(1);
  #codes: Codes = new Uint8Array(0);

  write(raw: readonly unknown[], count: number, at: number): void {
    this.#offsets = grow(this.#offsets, at + count + 1);
    /* v8 ignore next -- the index is in range */
    let end = this.#offsets[at] ?? 0;
    for (let index = 0; index < count; index++) {
      const codes = readList(raw[index]).map((text) => this.#dictionary.add(text));
      this.#codes = grow(widenCodes(this.#codes, this.#dictionary.size), end + codes.length);
      this.#codes.set(codes, end);
      end += codes.length;
      this.#offsets[at + index + 1] = end;
    }
  }

  append(column: Column, count: number, at: number): void {
    const { offsets, codes, texts, size } = ofKind(column, "lists");
    const codeOf = texts.slice(0, size).map((text) => this.#dictionary.add(text));
    this.#offsets = grow(this.#offsets, at + count + 1);
    /* v8 ignore next -- the index is in range */
    const begin = this.#offsets[at] ?? 0;
    for (let row = 1; row <= count; row++) {
      this.#offsets[at + row] = begin + (offsets[row] as number);
    }
    const items = offsets[count] as number;
    this.#codes = grow(widenCodes(this.#codes, this.#dictionary.size), begin + items);
    for (let item = 0; item < items; item++) {
      this.#codes[begin + item] = codeOf[codes[item] as number] as number;
    }
  }

  get bytes(): number {
    const { texts } = this.#dictionary;
    return textBytes(texts, texts.length) + this.#codes.byteLength + this.#offsets.byteLength;
  }

  read(_length: number): ListColumn {
    const dictionary = this.#dictionary;
    return {
      kind: "lists",
      offsets: this.#offsets,
      codes: this.#codes,
      texts: dictionary.texts,
      size: dictionary.size,
      codeOf: (text) => dictionary.codeOf(text),
    };
  }
}

function readList(raw: unknown): readonly string[] {
  try {
    return toTexts(raw);
  } catch {
    return [];
  }
}
