import { shownValue } from "./data-error.ts";
import type { TextCutter } from "./text-cutter.ts";

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

/** Takes the cells of a record. */
export interface CellSink {
  /** Whether somebody wants the cell of a column; no text is made of others. */
  wants(column: number): boolean;
  put(column: number, cell: Cell): void;
}

/**
 * Records of CSV as RFC 4180 has it, strictly: a quote stands around a whole cell or doubled inside it. Lines end in a line feed,
 * with a carriage return before it or not.
 */
export class CsvScanner {
  /** The line at which the next record begins. */
  line = 1;
  readonly #cutter: TextCutter;
  readonly #isLast: boolean;
  #at = 0;
  #newLines = 0;

  /** @param isLast whether nothing follows these bytes */
  constructor(cutter: TextCutter, line: number, isLast: boolean) {
    this.#cutter = cutter;
    this.#isLast = isLast;
    this.line = line;
  }

  /** Where the next record begins. */
  get position(): number {
    return this.#at;
  }

  /**
   * Hands over the next record.
   *
   * @returns how many cells it has, 0 where nothing stands in its line; `undefined` where it is not all there
   */
  next(sink: CellSink): number | undefined {
    const { bytes } = this.#cutter;
    const { length } = bytes;
    const start = this.#at;
    if (start >= length) return undefined;
    this.#newLines = 0;
    let at = start;
    for (let column = 0; ; column++) {
      const isWanted = sink.wants(column);
      const isQuoted = bytes[at] === QUOTE;
      const from = at;
      let end: number;
      if (isQuoted) {
        const close = this.#closingQuote(at + 1);
        if (close === undefined) return undefined;
        this.#countLines(at + 1, close);
        if (isWanted) sink.put(column, this.#quoted(at + 1, close));
        end = close + 1;
      } else {
        end = at;
        for (let byte = bytes[end]; end < length; byte = bytes[++end]) {
          if (byte === COMMA || byte === NEW_LINE || byte === RETURN) break;
          if (byte === QUOTE)
            throw this.#problem("a quote stands inside a cell that has none around it");
        }
        if (isWanted) sink.put(column, end === at ? null : this.#cutter.cut(at, end));
      }
      if (end >= length) {
        // A quote or a line end may go on in what follows.
        if (!this.#isLast) return undefined;
        return this.#finish(column + 1, end, end);
      }
      const byte = bytes[end];
      if (byte === COMMA) {
        at = end + 1;
        if (at >= length && !this.#isLast) return undefined;
        continue;
      }
      if (byte === NEW_LINE) return this.#finish(column + 1, end, end + 1);
      if (byte === RETURN) {
        if (end + 1 >= length && !this.#isLast) return undefined;
        if (bytes[end + 1] === NEW_LINE) return this.#finish(column + 1, end, end + 2);
        throw this.#problem("a carriage return stands alone; lines end in a line feed");
      }
      const cell = isQuoted ? this.#quoted(from + 1, end - 1) : null;
      throw this.#problem(`${shownValue(cell)} is followed by more than a comma`);
    }
  }

  /** What is wrong where the file ends in the middle of a record. */
  unfinished(): CsvProblem {
    return this.#problem("a quote is opened here that nothing closes");
  }

  #finish(count: number, lineEnd: number, end: number): number {
    const isEmpty = lineEnd === this.#at;
    this.#at = end;
    this.line += this.#newLines + 1;
    return isEmpty ? 0 : count;
  }

  /** Where the quote stands that ends a cell, as far as is known; `undefined` where none does. */
  #closingQuote(from: number): number | undefined {
    const { bytes, characters } = this.#cutter;
    let at = from;
    for (;;) {
      const quote = characters.indexOf('"', at);
      if (quote < 0) return undefined;
      if (bytes[quote + 1] !== QUOTE) return quote;
      at = quote + 2;
    }
  }

  #countLines(from: number, to: number): void {
    const { characters } = this.#cutter;
    let at = characters.indexOf("\n", from);
    for (; at >= 0 && at < to; at = characters.indexOf("\n", at + 1)) this.#newLines++;
  }

  #quoted(from: number, to: number): string {
    const text = this.#cutter.cut(from, to);
    return text.includes('"') ? text.replaceAll('""', '"') : text;
  }

  #problem(problem: string): CsvProblem {
    return new CsvProblem(this.line + this.#newLines, problem);
  }
}
