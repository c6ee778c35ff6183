import { Buffer } from "node:buffer";
import type { Schema } from "../../schema/index.ts";
import { type ConvertValue, converterOf } from "./convert-value.ts";
import type { StoreValue } from "./record-shape.ts";
import type { TextCutter } from "./text-cutter.ts";

const RETURN = 0x0d;
const SPACE = 0x20;
const QUOTE = 0x22;
const PLUS = 0x2b;
const COMMA = 0x2c;
const MINUS = 0x2d;
const DOT = 0x2e;
const DIGIT_0 = 0x30;
const DIGIT_9 = 0x39;
const COLON = 0x3a;
const UPPER_E = 0x45;
const OPEN_LIST = 0x5b;
const CLOSE_LIST = 0x5d;
const LOWER_E = 0x65;
const LOWER_F = 0x66;
const LOWER_N = 0x6e;
const LOWER_T = 0x74;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;

/** Digits that a number holds exactly, whatever they are; so is ten to this power. */
const EXACT_DIGITS = 15;
const POWERS_OF_10 = Array.from({ length: EXACT_DIGITS + 1 }, (_, power) => 10 ** power);

/** What is nested deeper than this is left to the engine's parser. */
const DEEPEST = 32;

/** More different names are not remembered. */
const MOST_NAMES = 1024;

interface ScannedField {
  readonly isText: boolean;
  readonly convert: ConvertValue;
}

/** A name as objects have it. */
interface KnownName {
  /** The bytes from the quote before it to the colon after it. */
  readonly bytes: Uint8Array;
  /** The field's place in the schema; -1 of a name that the schema does not have. */
  readonly index: number;
  /** What followed it last: the names of most objects come in the same order. */
  next: KnownName | undefined;
}

/**
 * Reads the fields of a schema out of JSON objects, without making these. Of a million cars it takes two thirds of the time that parsing
 * them and reading the fields takes, and half of it where only three of the thirteen fields are wanted.
 *
 * It knows the common forms only: one line, without escapes, each name once, values that fit. It says so where an object has another, and
 * whoever asked has it parsed: what it does read is what the parser would have read.
 */
export class JsonScanner {
  readonly #fields: readonly ScannedField[];
  /** By their names' characters, of which there is one for each byte of UTF-8. */
  readonly #indexes: ReadonlyMap<string, number>;
  readonly #names = new Map<string, KnownName>();
  /** What stands before the first name. */
  readonly #first: KnownName = { bytes: new Uint8Array(0), index: -1, next: undefined };
  #cutter: TextCutter | undefined;
  #bytes: Uint8Array = new Uint8Array(0);
  #characters = "";
  /** The first backslash from where was read last on. */
  #backslash = -1;
  #end = 0;
  #isAscii = false;
  /** What `#readValue` read. */
  #value: unknown;

  constructor(schema: Schema) {
    const fields = [...schema.fields.values()];
    this.#fields = fields.map((field) => ({
      isText: field.type === "text",
      convert: converterOf(field, false),
    }));
    this.#indexes = new Map(fields.map(({ name }, index) => [latin1Form(name), index] as const));
  }

  /**
   * Reads an object; objects are read in their order.
   *
   * @param columns of the values of each field, which are written at the row; those before it are there
   * @returns whether the object has been read; otherwise some values may have been written
   */
  read(
    cutter: TextCutter,
    start: number,
    end: number,
    columns: readonly StoreValue[][],
    row: number,
  ): boolean {
    if (cutter !== this.#cutter) this.#take(cutter);
    const last = this.#bytes[end - 1] === RETURN ? end - 1 : end;
    if (this.#backslash < start) {
      const found = this.#characters.indexOf("\\", start);
      this.#backslash = found < 0 ? Number.POSITIVE_INFINITY : found;
    }
    // Without these, a text is what stands between two quotes.
    if (this.#backslash < last) return false;
    const kind = cutter.look(start, last);
    if (kind === "controls") return false;
    this.#isAscii = kind === "ascii";
    this.#end = last;
    return this.#readObject(start, columns, row);
  }

  #take(cutter: TextCutter): void {
    this.#cutter = cutter;
    this.#characters = cutter.characters;
    this.#bytes = cutter.bytes;
    this.#backslash = -1;
  }

  #readObject(start: number, columns: readonly StoreValue[][], row: number): boolean {
    const bytes = this.#bytes;
    const fields = this.#fields;
    let at = this.#spaces(start);
    if (bytes[at] !== OPEN_OBJECT) return false;
    at = this.#spaces(at + 1);
    let found = 0;
    if (bytes[at] === CLOSE_OBJECT) at++;
    else {
      let name = this.#first;
      for (;;) {
        const next: KnownName | undefined = this.#isNext(name.next, at)
          ? name.next
          : this.#readName(at);
        if (next === undefined) return false;
        name.next = next;
        name = next;
        at += name.bytes.length;
        if (bytes[at] === SPACE) at = this.#spaces(at);
        const { index } = name;
        if (index < 0) {
          at = this.#skipValue(at, 0);
          if (at < 0) return false;
        } else {
          at = this.#readValue(at);
          const field = fields[index];
          const column = columns[index];
          // Of a name that comes twice the last value counts, and only that has to fit.
          if (at < 0 || field === undefined || column?.length !== row) return false;
          const raw = this.#value;
          // The bytes are UTF-8, and there is no control character in them.
          const value = field.isText && typeof raw === "string" ? raw : field.convert(raw);
          if (value === undefined) return false;
          column.push(value);
          found++;
        }
        let code = bytes[at];
        if (code === SPACE) {
          at = this.#spaces(at);
          code = bytes[at];
        }
        at++;
        if (code === CLOSE_OBJECT) break;
        if (code !== COMMA) return false;
        if (bytes[at] === SPACE) at = this.#spaces(at);
      }
    }
    if (this.#spaces(at) !== this.#end) return false;
    if (found < columns.length) {
      for (const column of columns) {
        if (column.length === row) column.push(null);
      }
    }
    return true;
  }

  #isNext(name: KnownName | undefined, at: number): boolean {
    if (name === undefined) return false;
    const { bytes } = name;
    const { length } = bytes;
    for (let index = 0; index < length; index++) {
      if (bytes[index] !== this.#bytes[at + index]) return false;
    }
    return true;
  }

  #readName(start: number): KnownName | undefined {
    const end = this.#textEnd(start);
    if (end < 0) return undefined;
    const colon = this.#spaces(end + 1);
    const characters = this.#characters.slice(start, colon + 1);
    if (this.#bytes[colon] !== COLON) return undefined;
    const known = this.#names.get(characters);
    if (known !== undefined) return known;
    const index = this.#indexes.get(this.#characters.slice(start + 1, end)) ?? -1;
    const found: KnownName = {
      bytes: this.#bytes.slice(start, colon + 1),
      index,
      next: undefined,
    };
    // Names that are data have no end.
    if (this.#names.size < MOST_NAMES) this.#names.set(characters, found);
    return found;
  }

  // What follows reads something that begins at a place, and answers where it ends; -1 where it is not there, or cannot be read here.

  #readValue(at: number): number {
    switch (this.#bytes[at]) {
      case QUOTE:
        return this.#readText(at);
      case LOWER_N:
        this.#value = null;
        return this.#skipWord("null", at);
      case LOWER_T:
        this.#value = true;
        return this.#skipWord("true", at);
      case LOWER_F:
        this.#value = false;
        return this.#skipWord("false", at);
      case OPEN_LIST:
        return this.#readList(at);
      default:
        return this.#readNumber(at);
    }
  }

  #readText(at: number): number {
    const end = this.#textEnd(at);
    if (end < 0 || this.#cutter === undefined) return -1;
    this.#value = this.#cutter.cut(at + 1, end, this.#isAscii);
    return end + 1;
  }

  /** A list of texts; nothing else in a list fits a field. */
  #readList(start: number): number {
    const texts: unknown[] = [];
    let at = this.#spaces(start + 1);
    if (this.#bytes[at] !== CLOSE_LIST) {
      for (;;) {
        at = this.#readText(this.#spaces(at));
        if (at < 0) return -1;
        texts.push(this.#value);
        at = this.#spaces(at);
        const code = this.#bytes[at];
        if (code === CLOSE_LIST) break;
        if (code !== COMMA) return -1;
        at++;
      }
    }
    this.#value = texts;
    return at + 1;
  }

  #readNumber(start: number): number {
    const bytes = this.#bytes;
    let code = bytes[start];
    const isNegative = code === MINUS;
    const first = isNegative ? start + 1 : start;
    let at = first;
    if (isNegative) code = bytes[at];
    // A number does not begin with a zero that another digit follows.
    if (code === DIGIT_0 && isDigit(bytes[at + 1])) return -1;
    let value = 0;
    while (isDigit(code)) {
      value = value * 10 + (code - DIGIT_0);
      code = bytes[++at];
    }
    let digits = at - first;
    if (digits === 0) return -1;
    let fraction = 0;
    if (code === DOT) {
      const from = at + 1;
      at = from;
      code = bytes[at];
      while (isDigit(code)) {
        value = value * 10 + (code - DIGIT_0);
        code = bytes[++at];
      }
      fraction = at - from;
      if (fraction === 0) return -1;
      digits += fraction;
    }
    const hasExponent = code === LOWER_E || code === UPPER_E;
    if (hasExponent) {
      at = this.#skipExponent(at);
      if (at < 0) return -1;
    }
    if (hasExponent || digits > EXACT_DIGITS) {
      this.#value = Number(this.#characters.slice(start, at));
      return at;
    }
    // A division of two numbers that are exact is rounded once, to the number that is meant.
    if (fraction > 0) value /= POWERS_OF_10[fraction] ?? 1;
    this.#value = isNegative ? -value : value;
    return at;
  }

  #skipExponent(start: number): number {
    const sign = this.#bytes[start + 1];
    const from = sign === MINUS || sign === PLUS ? start + 2 : start + 1;
    let at = from;
    while (isDigit(this.#bytes[at])) at++;
    return at > from ? at : -1;
  }

  /** Goes past a value that nobody wants. */
  #skipValue(at: number, depth: number): number {
    const first = this.#bytes[at];
    if (first === QUOTE) {
      const end = this.#textEnd(at);
      return end < 0 ? -1 : end + 1;
    }
    if (first !== OPEN_LIST && first !== OPEN_OBJECT) return this.#readValue(at);
    return depth === DEEPEST ? -1 : this.#skipInside(at, depth);
  }

  #skipInside(start: number, depth: number): number {
    const isList = this.#bytes[start] === OPEN_LIST;
    const close = isList ? CLOSE_LIST : CLOSE_OBJECT;
    let at = this.#spaces(start + 1);
    if (this.#bytes[at] === close) return at + 1;
    for (;;) {
      at = this.#spaces(at);
      if (!isList) at = this.#skipName(at);
      if (at < 0) return -1;
      at = this.#skipValue(at, depth + 1);
      if (at < 0) return -1;
      at = this.#spaces(at);
      const code = this.#bytes[at];
      at++;
      if (code === close) return at;
      if (code !== COMMA) return -1;
    }
  }

  #skipName(at: number): number {
    const end = this.#textEnd(at);
    if (end < 0) return -1;
    const colon = this.#spaces(end + 1);
    return this.#bytes[colon] === COLON ? this.#spaces(colon + 1) : -1;
  }

  #skipWord(word: string, at: number): number {
    return this.#characters.startsWith(word, at) ? at + word.length : -1;
  }

  /** Where the second quote of a text stands. */
  #textEnd(at: number): number {
    if (this.#bytes[at] !== QUOTE) return -1;
    const end = this.#characters.indexOf('"', at + 1);
    return end < this.#end ? end : -1;
  }

  #spaces(start: number): number {
    let at = start;
    while (this.#bytes[at] === SPACE) at++;
    return at;
  }
}

function isDigit(code: number | undefined): code is number {
  return code !== undefined && code >= DIGIT_0 && code <= DIGIT_9;
}

/** A text of a character for each byte of its UTF-8. */
function latin1Form(text: string): string {
  return Buffer.from(text).toString("latin1");
}
