import { toTexts } from "../../../language/values/row-value.ts";
import type { ColumnStore, ListColumn } from "./column.ts";
import { type Codes, Dictionary, widenCodes } from "./dictionary.ts";
import { grow } from "./grow.ts";
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
