import { type CsvForm, dialectOf, lengthOfHead } from "./csv-dialect.ts";
import { type Cell, type CsvDialect, CsvParser, CsvProblem, newLinesIn } from "./csv-parser.ts";
import { dataError } from "./data-error.ts";
import { InvalidText } from "./invalid-text.ts";
import { LONGEST_RECORD } from "./raw-file.ts";
import type { TextFormOptions } from "./text-forms.ts";

export interface CsvRecords {
  /** A blank line is a record without cells. */
  readonly records: readonly (readonly Cell[])[];
  /** The line at which each record begins. */
  readonly positions: readonly number[];
}

/** Parses chunks of text. */
export async function* csvRecords(
  chunks: AsyncIterable<string>,
  name: string,
  options: CsvForm & TextFormOptions,
): AsyncIterable<CsvRecords> {
  const reader = new CsvReader(options);
  try {
    try {
      for await (const chunk of chunks) yield* reader.add(chunk);
    } catch (error) {
      // Invalid bytes may follow a syntax error in the text before them: report the first error.
      if (error instanceof InvalidText) yield* reader.parse(false, true);
      throw error;
    }
    yield* reader.parse(true, true);
  } catch (error) {
    if (error instanceof CsvProblem) throw dataError(name, ["line", error.line], error.message);
    if (error instanceof InvalidText)
      throw dataError(name, ["line", reader.endLine], error.message);
    throw error;
  }
}

class CsvReader {
  readonly #options: CsvForm & TextFormOptions;
  #dialect: CsvDialect | undefined;
  /** The line at which the unparsed text begins. */
  #line = 1;
  /** Chunks not parsed yet. */
  #open: string[] = [];
  #length = 0;
  /** An incomplete record is parsed again only when twice as much of it has arrived. */
  #enough = 0;

  constructor(options: CsvForm & TextFormOptions) {
    this.#options = options;
  }

  /** The line at which the unparsed text ends. */
  get endLine(): number {
    return this.#line + newLinesIn(this.#open.join(""));
  }

  *add(chunk: string): Generator<CsvRecords> {
    this.#open.push(chunk);
    this.#length += chunk.length;
    if (this.#length >= this.#enough) yield* this.parse(false, false);
  }

  /**
   * Parses the buffered text.
   *
   * @param isLast whether the file ends with it
   * @param isWhole whether no more text will arrive
   */
  *parse(isLast: boolean, isWhole: boolean): Generator<CsvRecords> {
    // `join` builds a flat string; concatenation with `+` builds a rope, which is slower to read.
    const text = this.#open.join("");
    const dialect = this.#dialect ?? this.#find(text, isWhole);
    if (dialect === undefined) {
      this.#keep(text);
      return;
    }
    this.#dialect = dialect;
    const parser = new CsvParser(this.#open.join(""), this.#line, isLast, dialect);
    yield* recordsOf(parser);
    this.#line = parser.line;
    this.#keep(parser.rest);
    this.#enough = Math.min(2 * this.#length, LONGEST_RECORD);
    if (this.#length > LONGEST_RECORD) {
      throw new CsvProblem(this.#line, "the record is longer than 64 MB");
    }
  }

  #find(text: string, isWhole: boolean): CsvDialect | undefined {
    const length = lengthOfHead(text) ?? (isWhole ? text.length : undefined);
    if (length === undefined) return undefined;
    const isAll = isWhole && length === text.length;
    const { dialect, skipped } = dialectOf(text.slice(0, length), isAll, this.#options);
    if (skipped > 0) this.#line++;
    this.#keep(text.slice(skipped));
    return dialect;
  }

  #keep(text: string): void {
    this.#open = [text];
    this.#length = text.length;
  }
}

/** The records that a parser returns. Records before a syntax error are yielded first. */
function* recordsOf(parser: CsvParser): Generator<CsvRecords> {
  const records: (readonly Cell[])[] = [];
  const positions: number[] = [];
  let problem: unknown;
  try {
    for (;;) {
      const cells = parser.next();
      if (cells === undefined) break;
      records.push(cells);
      positions.push(parser.recordLine);
    }
  } catch (error) {
    problem = error;
  }
  if (records.length > 0) yield { records, positions };
  if (problem !== undefined) throw problem;
}
