import { dataError } from "./data-error.ts";
import { InvalidText } from "./invalid-text.ts";
import { LONGEST_RECORD } from "./raw-file.ts";
import type { ObjectStrings } from "./spelled-objects.ts";

/** The objects of a JSON array, as strings. The file is never in memory as a whole. */
export async function* jsonTexts(
  chunks: AsyncIterable<string>,
  name: string,
): AsyncIterable<ObjectStrings> {
  const scanner = new ArrayScanner(name);
  try {
    for await (const chunk of chunks) {
      const { texts, positions, error } = scanner.add(chunk);
      yield { texts, positions };
      // Objects before the error come first: the error may have begun in one of them.
      if (error !== undefined) throw error;
    }
  } catch (error) {
    if (error instanceof InvalidText) throw dataError(name, scanner.position, error.message);
    throw error;
  }
  scanner.end();
}

/** The next token that the scanner expects between two objects. */
type Expected = "array" | "first" | "element" | "comma" | "nothing";

/** Finds the boundaries of the objects in an array, without checking that they are valid JSON. */
class ArrayScanner {
  readonly #name: string;
  #expected: Expected = "array";
  /** The nesting depth; 0 between two objects. */
  #depth = 0;
  #isInText = false;
  #isEscaped = false;
  /** The number of objects seen. */
  #count = 0;
  /** The beginning of an incomplete object, from earlier chunks. */
  #open = "";

  constructor(name: string) {
    this.#name = name;
  }

  get position(): readonly ["record", number] {
    return ["record", Math.max(this.#count, 1)];
  }

  /** Returns the objects that end in this chunk, and the error after them, if any. */
  add(chunk: string): ObjectStrings & { readonly error: Error | undefined } {
    const texts: string[] = [];
    const positions: number[] = [];
    let from = 0;
    let error: Error | undefined;
    for (let at = 0; at < chunk.length && error === undefined; ) {
      if (this.#depth > 0) {
        at = this.#skipObject(chunk, at);
        if (this.#depth > 0) break;
        texts.push(this.#open + chunk.slice(from, at));
        positions.push(this.#count);
        this.#open = "";
      } else {
        if (chunk[at] === "{") from = at;
        error = this.#readBetween(chunk[at] ?? "");
        at++;
      }
    }
    if (this.#depth > 0) {
      this.#open += chunk.slice(from);
      if (this.#open.length > LONGEST_RECORD) {
        error = dataError(this.#name, this.position, "the record is longer than 64 MB");
      }
    }
    return { texts, positions, error };
  }

  end(): void {
    if (this.#expected === "nothing") return;
    if (this.#expected === "array") {
      throw dataError(this.#name, undefined, "the file is empty, and has to be a JSON array");
    }
    throw dataError(this.#name, this.position, "the file ends before the array does");
  }

  /** Returns the end of the object, or of the chunk. */
  #skipObject(chunk: string, start: number): number {
    let at = start;
    while (at < chunk.length && this.#depth > 0) {
      const code = chunk.charCodeAt(at++);
      if (this.#isEscaped) this.#isEscaped = false;
      else if (code === QUOTE) this.#isInText = !this.#isInText;
      else if (this.#isInText) this.#isEscaped = code === BACKSLASH;
      else if (code === OPEN_OBJECT || code === OPEN_LIST) this.#depth++;
      else if (code === CLOSE_OBJECT || code === CLOSE_LIST) this.#depth--;
    }
    return at;
  }

  /** Reads a character between two objects, or the first one of an object. Returns the error, if any. */
  #readBetween(character: string): Error | undefined {
    if (/[ \t\r\n]/.test(character)) return undefined;
    const expected = this.#expected;
    if (expected === "array" && character === "[") this.#expected = "first";
    else if ((expected === "first" || expected === "comma") && character === "]") {
      this.#expected = "nothing";
    } else if (expected === "comma" && character === ",") this.#expected = "element";
    else if ((expected === "first" || expected === "element") && character === "{") {
      this.#expected = "comma";
      this.#depth = 1;
      this.#count++;
    } else return this.#unexpected();
    return undefined;
  }

  #unexpected(): Error {
    switch (this.#expected) {
      case "array":
        return dataError(
          this.#name,
          undefined,
          "the file is not a JSON array (one object on each line is NDJSON: .ndjson, or the format ndjson)",
        );
      case "first":
      case "element":
        return dataError(this.#name, ["record", this.#count + 1], "this is not an object");
      case "comma":
        return dataError(this.#name, this.position, "a comma, or the array's end, has to follow");
      case "nothing":
        return dataError(this.#name, undefined, "there is more after the array's end");
    }
  }
}

const QUOTE = 0x22;
const OPEN_LIST = 0x5b;
const BACKSLASH = 0x5c;
const CLOSE_LIST = 0x5d;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;
