import { utf8Of } from "../storage/utf8.ts";
import { ByteSink } from "./byte-sink.ts";
import { copyWords } from "./copy-bytes.ts";

/** The maximum number of cached bytes; further texts are encoded on every write. */
const MOST_BYTES = 1 << 24;

/** A cache of a dictionary's texts in JSON. Each text is encoded when it is first written. */
export class JsonTexts {
  readonly #texts: readonly string[];
  readonly #before: string;
  readonly #after: string;
  readonly #starts: Uint32Array;
  /** The end offset of each text; 0 if the text is not cached. */
  readonly #ends: Uint32Array;
  readonly #kept = new ByteSink(256);
  #end = 0;

  /**
   * @param size the number of texts in the dictionary
   * @param before a prefix for each text
   * @param after a suffix for each text
   */
  constructor(texts: readonly string[], size: number, before: string, after: string) {
    this.#texts = texts;
    this.#before = before;
    this.#after = after;
    this.#starts = new Uint32Array(size);
    this.#ends = new Uint32Array(size);
  }

  /** Writes the text of a code; returns the offset after it. */
  write(code: number, sink: ByteSink, at: number): number {
    const end = this.#ends[code] as number;
    if (end === 0) return this.#writeNew(code, sink, at);
    const start = this.#starts[code] as number;
    sink.room(at, end - start);
    return copyWords(this.#kept.view, start, end, sink.view, at);
  }

  #writeNew(code: number, sink: ByteSink, at: number): number {
    const json = this.#before + JSON.stringify(this.#texts[code]) + this.#after;
    const bytes = utf8Of(json);
    const { length } = bytes;
    if (this.#end + length <= MOST_BYTES) {
      this.#kept.room(this.#end, length);
      this.#kept.bytes.set(bytes, this.#end);
      this.#starts[code] = this.#end;
      this.#end += length;
      this.#ends[code] = this.#end;
    }
    sink.room(at, length);
    sink.bytes.set(bytes, at);
    return at + length;
  }
}
