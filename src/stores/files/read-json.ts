import { Buffer } from "node:buffer";
import type { Bytes } from "./bytes.ts";
import { dataError } from "./data-error.ts";
import type { JsonTexts } from "./json-texts.ts";
import { MAX_RECORD_BYTES } from "./raw-records.ts";
import { TextCutter } from "./text-cutter.ts";
import { InvalidUtf8, utf8Pieces } from "./utf8.ts";

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const OPEN_LIST = 0x5b;
const CLOSE_LIST = 0x5d;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;
const SPACES: ReadonlySet<number> = new Set([0x20, 0x09, 0x0a, 0x0d]);

/**
 * The elements of a file that is one JSON array, without ever holding the whole of it: the elements that are complete are
 * cut out. Each has to be an object.
 */
export async function* readJson(
  bytes: Bytes,
  name: string,
  areOwn: boolean,
): AsyncIterable<JsonTexts> {
  const array = new ArrayScanner(name, areOwn);
  try {
    for await (const piece of utf8Pieces(bytes)) {
      const { texts, error } = array.add(piece);
      if (texts !== undefined) yield texts;
      // What does not go on as it should may have gone wrong before.
      if (error !== undefined) throw error;
    }
  } catch (error) {
    if (error instanceof InvalidUtf8) throw dataError(name, array.place, error.message);
    throw error;
  }
  array.end();
}

/** Where the scanner is between the elements. */
type Expected = "array" | "first" | "element" | "comma" | "nothing";

class ArrayScanner {
  readonly #name: string;
  readonly #areOwn: boolean;
  #expected: Expected = "array";
  /** How deep inside an element; 0 between them. */
  #depth = 0;
  #isInText = false;
  #isEscaped = false;
  /** How many elements have begun. */
  #count = 0;
  /** The beginning of an element, of earlier pieces. */
  #open: Buffer[] = [];
  #openLength = 0;

  constructor(name: string, areOwn: boolean) {
    this.#name = name;
    this.#areOwn = areOwn;
  }

  get place(): readonly ["record", number] {
    return ["record", Math.max(this.#count, 1)];
  }

  /** The elements that end in this piece, and what is wrong behind them. */
  add(piece: Buffer): { readonly texts?: JsonTexts; readonly error?: Error | undefined } {
    const starts: number[] = [];
    const ends: number[] = [];
    const first = this.#count + (this.#depth > 0 ? 0 : 1);
    // An element that goes on began before the piece.
    let from = -this.#openLength;
    let at = 0;
    let error: Error | undefined;
    while (at < piece.length && error === undefined) {
      if (this.#depth > 0) {
        at = this.#scanElement(piece, at);
        if (this.#depth > 0) break;
        starts.push(from);
        ends.push(at);
      } else {
        const kind = this.#scanBetween(piece[at] ?? 0);
        if (kind === "unexpected") error = this.#unexpected();
        if (kind === "element") from = at;
        at++;
      }
    }
    const texts = starts.length === 0 ? {} : { texts: this.#cut(piece, starts, ends, first) };
    if (this.#depth > 0) error = this.#keep(piece.subarray(Math.max(from, 0)));
    return { ...texts, error };
  }

  end(): void {
    switch (this.#expected) {
      case "nothing":
        return;
      case "array":
        throw this.#error("the file is empty, and has to be a JSON array");
      default:
        throw dataError(this.#name, this.place, "the file ends before the array does");
    }
  }

  /** Goes on to where the element, or the piece, ends. */
  #scanElement(piece: Buffer, start: number): number {
    let at = start;
    let depth = this.#depth;
    let isInText = this.#isInText;
    let isEscaped = this.#isEscaped;
    while (at < piece.length && depth > 0) {
      const byte = piece[at++];
      if (isInText) {
        if (isEscaped) isEscaped = false;
        else if (byte === BACKSLASH) isEscaped = true;
        else if (byte === QUOTE) isInText = false;
      } else if (byte === QUOTE) {
        isInText = true;
      } else if (byte === OPEN_OBJECT || byte === OPEN_LIST) {
        depth++;
      } else if (byte === CLOSE_OBJECT || byte === CLOSE_LIST) {
        depth--;
      }
    }
    this.#depth = depth;
    this.#isInText = isInText;
    this.#isEscaped = isEscaped;
    return at;
  }

  /** What a byte between elements is, or the first of one. */
  #scanBetween(byte: number): "element" | "unexpected" | undefined {
    if (SPACES.has(byte)) return undefined;
    const expected = this.#expected;
    if (expected === "array" && byte === OPEN_LIST) {
      this.#expected = "first";
    } else if ((expected === "first" || expected === "comma") && byte === CLOSE_LIST) {
      this.#expected = "nothing";
    } else if (expected === "comma" && byte === COMMA) {
      this.#expected = "element";
    } else if ((expected === "first" || expected === "element") && byte === OPEN_OBJECT) {
      this.#expected = "comma";
      this.#depth = 1;
      this.#count++;
      return "element";
    } else {
      return "unexpected";
    }
    return undefined;
  }

  #unexpected(): Error {
    switch (this.#expected) {
      case "array":
        return this.#error(
          "the file is no JSON array (one object in a line is NDJSON: .ndjson, or the format ndjson)",
        );
      case "first":
      case "element":
        return dataError(this.#name, ["record", this.#count + 1], "this is no object");
      case "comma":
        return dataError(this.#name, this.place, "a comma, or the array's end, has to follow");
      case "nothing":
        return this.#error("there is more after the array's end");
    }
  }

  #error(problem: string): Error {
    return dataError(this.#name, undefined, problem);
  }

  #keep(piece: Buffer): Error | undefined {
    this.#open.push(piece);
    this.#openLength += piece.length;
    return this.#openLength > MAX_RECORD_BYTES
      ? dataError(this.#name, this.place, "the record is longer than 64 MB")
      : undefined;
  }

  #cut(
    piece: Buffer,
    starts: readonly number[],
    ends: readonly number[],
    first: number,
  ): JsonTexts {
    const before = this.#openLength;
    const bytes = before > 0 ? Buffer.concat([...this.#open, piece]) : piece;
    const cutter = new TextCutter(bytes, this.#areOwn);
    this.#open = [];
    this.#openLength = 0;
    return {
      cutter,
      starts: starts.map((start) => start + before),
      ends: ends.map((end) => end + before),
      places: starts.map((_, index) => first + index),
    };
  }
}
