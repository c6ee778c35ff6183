import type { Buffer } from "node:buffer";
import { isAscii } from "node:buffer";
import { shownValue } from "./data-error.ts";

const QUOTE = 0x22;
const COMMA = 0x2c;
const NEW_LINE = 0x0a;
const RETURN = 0x0d;

/** A cell: `null` where nothing stands there; two quotes are the empty text. */
export type Cell = string | null;

/** CSV that is none, and the line of it. */
export class CsvProblem extends Error {
  override readonly name = "CsvProblem";
  readonly line: number;

  constructor(line: number, problem: string) {
    super(problem);
    this.line = line;
  }
}

/**
 * Records of CSV as RFC 4180 has it, strictly: a quote stands around a whole cell or doubled inside it. Lines end in a line feed,
 * with a carriage return before it or not.
 *
 * Cells are decoded one by one from the bytes: parts of a longer text would keep the whole of it in memory.
 */
export class CsvScanner {
  /** The line at which the next record begins. */
  line = 1;
  readonly #bytes: Buffer;
  readonly #encoding: "latin1" | "utf8";
  readonly #isLast: boolean;
  #at = 0;
  #newLines = 0;

  /** @param isLast whether nothing follows these bytes */
  constructor(bytes: Buffer, line: number, isLast: boolean) {
    this.#bytes = bytes;
    this.#encoding = isAscii(bytes) ? "latin1" : "utf8";
    this.#isLast = isLast;
    this.line = line;
  }

  /** Where the next record begins. */
  get position(): number {
    return this.#at;
  }

  /** The next record, or `undefined` where it is not all there. */
  next(): Cell[] | undefined {
    const bytes = this.#bytes;
    const { length } = bytes;
    const start = this.#at;
    if (start >= length) return undefined;
    const cells: Cell[] = [];
    this.#newLines = 0;
    let at = start;
    for (;;) {
      let end: number;
      if (bytes[at] === QUOTE) {
        const close = this.#closingQuote(at + 1);
        if (close === undefined) return undefined;
        cells.push(this.#quoted(at + 1, close));
        end = close + 1;
      } else {
        end = at;
        for (let byte = bytes[end]; end < length; byte = bytes[++end]) {
          if (byte === COMMA || byte === NEW_LINE || byte === RETURN) break;
          if (byte === QUOTE)
            throw this.#problem("a quote stands inside a cell that has none around it");
        }
        cells.push(end === at ? null : bytes.toString(this.#encoding, at, end));
      }
      if (end >= length) {
        // A quote or a line end may go on in what follows.
        if (!this.#isLast) return undefined;
        return this.#finish(cells, end);
      }
      const byte = bytes[end];
      if (byte === COMMA) {
        at = end + 1;
        if (at >= length && !this.#isLast) return undefined;
        continue;
      }
      if (byte === NEW_LINE) return this.#finish(cells, end + 1);
      if (byte === RETURN) {
        if (end + 1 >= length && !this.#isLast) return undefined;
        if (bytes[end + 1] === NEW_LINE) return this.#finish(cells, end + 2);
        throw this.#problem("a carriage return stands alone; lines end in a line feed");
      }
      throw this.#problem(`${shownValue(cells.at(-1))} is followed by more than a comma`);
    }
  }

  /** What is wrong where the file ends in the middle of a record. */
  unfinished(): CsvProblem {
    return this.#problem("a quote is opened here that nothing closes");
  }

  #finish(cells: Cell[], end: number): Cell[] {
    this.#at = end;
    this.line += this.#newLines + 1;
    return cells;
  }

  /** Where the quote stands that ends a cell, as far as is known; `undefined` where none does. */
  #closingQuote(from: number): number | undefined {
    const bytes = this.#bytes;
    let at = from;
    for (;;) {
      const quote = bytes.indexOf(QUOTE, at);
      if (quote < 0) return undefined;
      if (bytes[quote + 1] !== QUOTE) return quote;
      at = quote + 2;
    }
  }

  #quoted(from: number, to: number): string {
    const text = this.#bytes.toString(this.#encoding, from, to);
    for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1)) this.#newLines++;
    return text.includes('"') ? text.replaceAll('""', '"') : text;
  }

  #problem(problem: string): CsvProblem {
    return new CsvProblem(this.line + this.#newLines, problem);
  }
}
