import { Buffer } from "node:buffer";
import { quote } from "../../util/quote.ts";
import type { Bytes } from "./bytes.ts";
import { type Cell, CsvProblem, CsvScanner } from "./csv-scanner.ts";
import { dataError } from "./data-error.ts";
import { MAX_RECORD_BYTES, type RawBatch } from "./raw-records.ts";
import { InvalidUtf8, utf8Pieces } from "./utf8.ts";

/** A CSV file whose first line was read. */
export interface CsvFile {
  readonly header: readonly string[];
  /** Each row is a list of cells, one for each name of the header. */
  readonly batches: AsyncIterable<RawBatch>;
}

/** Begins to read a CSV file, whose first record names the columns. */
export async function openCsv(bytes: Bytes, name: string): Promise<CsvFile> {
  const batches = readCells(bytes, name)[Symbol.asyncIterator]();
  const first = await batches.next();
  if (first.done === true) {
    throw dataError(
      name,
      undefined,
      "the file is empty, and has to name its columns in the first line",
    );
  }
  const { rows, places } = first.value;
  const [head = []] = rows;
  const header = head.map((cell) => cell ?? "");
  refuseDuplicates(header, name);
  return { header, batches: rest() };

  async function* rest(): AsyncIterable<RawBatch> {
    try {
      const tail = wholeRows(rows.slice(1), places.slice(1));
      if (tail.rows.length > 0) yield tail;
      for (;;) {
        const next = await batches.next();
        if (next.done === true) return;
        const batch = wholeRows(next.value.rows, next.value.places);
        if (batch.rows.length > 0) yield batch;
      }
    } finally {
      await batches.return?.();
    }
  }

  /** Lines that hold nothing are passed over, unless that is what a record of one blank looks like. */
  function wholeRows(cells: readonly (readonly Cell[])[], lines: readonly number[]): RawBatch {
    const kept: (readonly Cell[])[] = [];
    const keptPlaces: number[] = [];
    for (const [index, row] of cells.entries()) {
      const line = lines[index] ?? 0;
      if (row.length !== header.length) {
        if (row.length === 1 && row[0] === null) continue;
        const problem = `there are ${row.length} values for ${header.length} columns`;
        throw dataError(name, ["line", line], problem);
      }
      kept.push(row);
      keptPlaces.push(line);
    }
    return { rows: kept, places: keptPlaces };
  }
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

interface CellBatch {
  readonly rows: readonly (readonly Cell[])[];
  readonly places: readonly number[];
}

async function* readCells(bytes: Bytes, name: string): AsyncIterable<CellBatch> {
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
      const scanner = new CsvScanner(whole, line, false);
      const batch = scan(scanner);
      line = scanner.line;
      open = [whole.subarray(scanner.position)];
      openLength = whole.length - scanner.position;
      enough = 2 * openLength;
      if (batch.rows.length > 0) yield batch;
      else if (openLength > MAX_RECORD_BYTES)
        throw new CsvProblem(line, "the record is longer than 64 MB");
    }
    const scanner = new CsvScanner(Buffer.concat(open), line, true);
    const batch = scan(scanner);
    if (batch.rows.length > 0) yield batch;
    if (scanner.position < Buffer.concat(open).length) throw scanner.unfinished();
  } catch (error) {
    if (error instanceof CsvProblem) throw dataError(name, ["line", error.line], error.message);
    if (error instanceof InvalidUtf8) {
      throw dataError(name, ["line", line + newLinesIn(open)], error.message);
    }
    throw error;
  }
}

function scan(scanner: CsvScanner): CellBatch {
  const rows: (readonly Cell[])[] = [];
  const places: number[] = [];
  for (;;) {
    const place = scanner.line;
    const cells = scanner.next();
    if (cells === undefined) return { rows, places };
    rows.push(cells);
    places.push(place);
  }
}

function newLinesIn(pieces: readonly Buffer[]): number {
  let count = 0;
  for (const piece of pieces) {
    for (let at = piece.indexOf(0x0a); at >= 0; at = piece.indexOf(0x0a, at + 1)) count++;
  }
  return count;
}
