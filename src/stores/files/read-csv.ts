import { Buffer } from "node:buffer";
import { quote } from "../../util/quote.ts";
import type { Bytes } from "./bytes.ts";
import { CellColumns, HeaderCells, type RecordSink } from "./cell-columns.ts";
import type { RawColumns } from "./convert-columns.ts";
import { CsvProblem, CsvScanner } from "./csv-scanner.ts";
import { dataError } from "./data-error.ts";
import { MAX_RECORD_BYTES } from "./raw-records.ts";
import { TextCutter } from "./text-cutter.ts";
import { InvalidUtf8, utf8Pieces } from "./utf8.ts";

/** A CSV file whose first line was read. */
export interface CsvFile {
  readonly header: readonly string[];
  /**
   * The cells of the other records, to be read once: a column for each name of the header.
   *
   * @param wanted whose cells are read; the columns of other names stay empty
   */
  read(wanted: Iterable<string>): AsyncIterable<RawColumns>;
}

/** Begins to read a CSV file, whose first record names the columns. */
export async function openCsv(bytes: Bytes, name: string, areOwn: boolean): Promise<CsvFile> {
  const head = new HeaderCells();
  const file: { sink: RecordSink } = { sink: head };
  const records = scanRecords(bytes, name, areOwn, file);
  const first = await records.next();
  if (first.done === true) {
    throw dataError(
      name,
      undefined,
      "the file is empty, and has to name its columns in the first line",
    );
  }
  const header = head.take();
  refuseDuplicates(header, name);

  async function* read(wanted: Iterable<string>): AsyncIterable<RawColumns> {
    const columns = new CellColumns(header, new Set(wanted), name);
    file.sink = columns;
    for await (const _ of records) {
      const batch = columns.take();
      if (batch.places.length > 0) yield batch;
    }
  }

  return { header, read };
}

function refuseDuplicates(header: readonly string[], name: string): void {
  const seen = new Set<string>();
  for (const column of header) {
    if (column !== "" && seen.has(column)) {
      throw dataError(name, ["line", 1], `two columns are named ${quote(column)}`);
    }
    seen.add(column);
  }
}

/** Hands records to a sink, which may be another after each turn: when it has enough, or all that is there. */
async function* scanRecords(
  bytes: Bytes,
  name: string,
  areOwn: boolean,
  file: { readonly sink: RecordSink },
): AsyncGenerator<undefined, void> {
  let line = 1;
  let open: Buffer[] = [];
  let openLength = 0;
  /** A record that goes on is looked at again only when there is twice as much of it. */
  let enough = 0;
  try {
    for await (const piece of utf8Pieces(bytes)) {
      open.push(piece);
      openLength += piece.length;
      if (openLength < enough) continue;
      const whole = Buffer.concat(open);
      const scanner = new CsvScanner(new TextCutter(whole, areOwn), line, false);
      yield* scan(scanner, file);
      line = scanner.line;
      open = [whole.subarray(scanner.position)];
      openLength = whole.length - scanner.position;
      enough = 2 * openLength;
      if (scanner.position === 0 && openLength > MAX_RECORD_BYTES)
        throw new CsvProblem(line, "the record is longer than 64 MB");
    }
    const rest = Buffer.concat(open);
    const scanner = new CsvScanner(new TextCutter(rest, areOwn), line, true);
    yield* scan(scanner, file);
    if (scanner.position < rest.length) throw scanner.unfinished();
  } catch (error) {
    if (error instanceof CsvProblem) throw dataError(name, ["line", error.line], error.message);
    if (error instanceof InvalidUtf8) {
      throw dataError(name, ["line", line + newLinesIn(open)], error.message);
    }
    throw error;
  }
}

function* scan(
  scanner: CsvScanner,
  file: { readonly sink: RecordSink },
): Generator<undefined, void> {
  let isDone = true;
  for (;;) {
    const { line } = scanner;
    const count = scanner.next(file.sink);
    if (count === undefined) break;
    isDone = file.sink.end(count, line);
    if (isDone) yield;
  }
  if (!isDone) yield;
}

function newLinesIn(pieces: readonly Buffer[]): number {
  let count = 0;
  for (const piece of pieces) {
    for (let at = piece.indexOf(0x0a); at >= 0; at = piece.indexOf(0x0a, at + 1)) count++;
  }
  return count;
}
