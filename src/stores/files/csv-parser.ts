import { shownValue } from "./data-error.ts";

const NEW_LINE = 0x0a;
const RETURN = 0x0d;
const QUOTE = 0x22;
const COMMA = 0x2c;

/** A cell of CSV: `null` if it is empty, `""` if it is two quotes. */
export type Cell = string | null;

/** Text that is not CSV, and its line. */
export class CsvProblem extends Error {
  override readonly name = "CsvProblem";
  readonly line: number;

  constructor(line: number, problem: string) {
    super(problem);
    this.line = line;
  }
}

/**
 * Parses the records of a text strictly by RFC 4180: a quote stands around a whole cell, or doubled inside such a cell.
 * Lines end in a line feed, with or without a carriage return before it.
 */
export class CsvParser {
  readonly #text: string;
  readonly #isLast: boolean;
  /** Where the next record begins. */
  #at = 0;
  /** The line of the next record. */
  #line: number;

  /** @param isLast whether the file ends with this text; otherwise its last record may go on */
  constructor(text: string, line: number, isLast: boolean) {
    this.#text = text;
    this.#line = line;
    this.#isLast = isLast;
  }

  get line(): number {
    return this.#line;
  }

  /** The text after the records that were parsed. */
  get rest(): string {
    return this.#text.slice(this.#at);
  }

  /** The cells of the next record, none for a blank line; `undefined` if the record does not end in this text. */
  next(): readonly Cell[] | undefined {
    const text = this.#text;
    const { length } = text;
    let at = this.#at;
    if (at === length) return undefined;
    const cells: Cell[] = [];
    let newLines = 0;
    for (;;) {
      const isQuoted = text.charCodeAt(at) === QUOTE;
      let end: number;
      if (isQuoted) {
        end = this.#closingQuote(at + 1);
        if (end < 0) {
          if (!this.#isLast) return undefined;
          throw this.#problem(newLines, "a quote is opened here that nothing closes");
        }
        const cell = text.slice(at + 1, end++).replaceAll('""', '"');
        newLines += newLinesIn(cell);
        cells.push(cell);
      } else {
        end = this.#endOfPlain(at, newLines);
        cells.push(end === at ? null : text.slice(at, end));
      }
      // More of a quote or a line's end may follow.
      if (end === length && !this.#isLast) return undefined;
      const code = text.charCodeAt(end);
      if (code === COMMA) {
        at = end + 1;
        continue;
      }
      if (code === RETURN && end + 1 === length && !this.#isLast) return undefined;
      const isReturn = code === RETURN && text.charCodeAt(end + 1) === NEW_LINE;
      if (code === NEW_LINE || isReturn || end === length) {
        const isBlank = end === this.#at;
        this.#at = Math.min(end + (isReturn ? 2 : 1), length);
        this.#line += newLines + 1;
        return isBlank ? [] : cells;
      }
      if (code === RETURN) {
        throw this.#problem(newLines, "a carriage return stands alone; lines end in a line feed");
      }
      const shown = shownValue(cells.at(-1));
      throw this.#problem(newLines, `${shown} is followed by more than a comma`);
    }
  }

  #endOfPlain(start: number, newLines: number): number {
    let at = start;
    for (; at < this.#text.length; at++) {
      const code = this.#text.charCodeAt(at);
      if (code === COMMA || code === NEW_LINE || code === RETURN) break;
      if (code === QUOTE) {
        throw this.#problem(newLines, "a quote stands inside a cell that has none around it");
      }
    }
    return at;
  }

  /** Where the quote is that ends a cell; -1 if there is none. */
  #closingQuote(from: number): number {
    for (let at = from; ; at += 2) {
      at = this.#text.indexOf('"', at);
      if (at < 0 || this.#text.charCodeAt(at + 1) !== QUOTE) return at;
    }
  }

  #problem(newLines: number, problem: string): CsvProblem {
    return new CsvProblem(this.#line + newLines, problem);
  }
}

export function newLinesIn(text: string): number {
  let count = 0;
  for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1)) count++;
  return count;
}
