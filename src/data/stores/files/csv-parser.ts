import { shownValue } from "./data-error.ts";

const NEW_LINE = 0x0a;
const RETURN = 0x0d;
const QUOTE = 0x22;

/** A cell of CSV: `null` if it is empty, `""` if it is two quotes. */
export type Cell = string | null;

/** A syntax error in CSV, with its line. */
export class CsvProblem extends Error {
  override readonly name = "CsvProblem";
  readonly line: number;

  constructor(line: number, problem: string) {
    super(problem);
    this.line = line;
  }
}

/** The dialect of a CSV file. */
export interface CsvDialect {
  readonly delimiter: string;
  readonly comment: string | undefined;
  /** Whether lines end in a bare carriage return. */
  readonly hasReturns: boolean;
  /** Whether a quote inside an unquoted cell is an error. */
  readonly isStrict?: boolean;
}

/**
 * Parses the records of a string by RFC 4180: a quoted cell is enclosed in quotes, and a quote inside it is doubled. In
 * an unquoted cell, a quote is an ordinary character. Lines end in a line feed, optionally after a carriage return, or
 * all of them in a bare carriage return.
 */
export class CsvParser {
  readonly #text: string;
  readonly #isLast: boolean;
  readonly #delimiter: number;
  readonly #comment: string | undefined;
  readonly #hasReturns: boolean;
  readonly #isStrict: boolean;
  /** The offset of the next record. */
  #at = 0;
  /** The line of the next record. */
  #line: number;
  #recordLine = 0;

  /** @param isLast whether the file ends with `text`; otherwise its last record may be incomplete */
  constructor(
    text: string,
    line: number,
    isLast: boolean,
    { delimiter, comment, hasReturns, isStrict = false }: CsvDialect,
  ) {
    this.#text = text;
    this.#line = line;
    this.#isLast = isLast;
    this.#delimiter = delimiter.charCodeAt(0);
    this.#comment = comment;
    this.#hasReturns = hasReturns;
    this.#isStrict = isStrict;
  }

  get line(): number {
    return this.#line;
  }

  /** The line at which the last returned record begins. */
  get recordLine(): number {
    return this.#recordLine;
  }

  /** The unparsed remainder. */
  get rest(): string {
    return this.#text.slice(this.#at);
  }

  /** The cells of the next record, none for a blank line; `undefined` if the record is incomplete. */
  next(): readonly Cell[] | undefined {
    if (this.#comment !== undefined && !this.#skipComments(this.#comment)) return undefined;
    const text = this.#text;
    const delimiter = this.#delimiter;
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
        for (end = at; end < length; end++) {
          const code = text.charCodeAt(end);
          if (code === delimiter || code === NEW_LINE || code === RETURN) break;
        }
        const cell = text.slice(at, end);
        if (this.#isStrict && cell.includes('"')) {
          throw this.#problem(
            newLines,
            "there is a quote inside a cell that has no quotes around it",
          );
        }
        cells.push(end === at ? null : cell);
      }
      // The next chunk may continue a quote or a line end.
      if (end === length && !this.#isLast) return undefined;
      const code = text.charCodeAt(end);
      if (code === delimiter) {
        at = end + 1;
        continue;
      }
      if (code === RETURN && end + 1 === length && !this.#isLast) return undefined;
      const ending = end === length ? 0 : this.#lineEnd(end);
      if (ending !== undefined) {
        const isBlank = end === this.#at;
        this.#at = end + ending;
        this.#recordLine = this.#line;
        this.#line += newLines + 1;
        return isBlank ? [] : cells;
      }
      if (code === RETURN) {
        throw this.#problem(
          newLines,
          "there is a carriage return without a line feed; lines end in a line feed",
        );
      }
      const shown = shownValue(cells.at(-1));
      throw this.#problem(newLines, `${shown} is followed by more than a delimiter`);
    }
  }

  /** The length of the line end at an offset; `undefined` if there is none. */
  #lineEnd(at: number): number | undefined {
    const code = this.#text.charCodeAt(at);
    if (code === NEW_LINE) return 1;
    if (code !== RETURN) return undefined;
    if (this.#text.charCodeAt(at + 1) === NEW_LINE) return 2;
    return this.#hasReturns ? 1 : undefined;
  }

  /** Skips comment lines. Returns `false` if a comment is incomplete. */
  #skipComments(comment: string): boolean {
    const text = this.#text;
    // The remainder may be a prefix of the comment marker.
    while (this.#at < text.length) {
      const isShort = text.length - this.#at < comment.length;
      if (isShort && !this.#isLast) return !comment.startsWith(text.slice(this.#at));
      if (!text.startsWith(comment, this.#at)) return true;
      let end = this.#at;
      while (end < text.length && this.#lineEnd(end) === undefined) end++;
      if (!this.#isLast && end + 1 >= text.length) return false;
      this.#at = Math.min(end + (this.#lineEnd(end) ?? 0), text.length);
      this.#line++;
    }
    return true;
  }

  /** The offset of the closing quote; -1 if there is none. */
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
