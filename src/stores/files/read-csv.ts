import { Buffer } from "node:buffer";
import { quote } from "../../util/quote.ts";
import { lookAhead, mapped, resumed } from "./batches.ts";
import type { Bytes } from "./bytes.ts";
import { type Cell, CsvParser, CsvProblem, newLinesIn } from "./csv-parser.ts";
import { dataError } from "./data-error.ts";
import { schemaOfCells } from "./file-schema.ts";
import { LONGEST_RECORD, type RawBatch, type RawFile, RECORDS_LOOKED_AT } from "./raw-file.ts";
import { InvalidUtf8, textPieces } from "./text-pieces.ts";

interface Records {
  readonly records: readonly (readonly Cell[])[];
  /** The line at which each begins. */
  readonly places: readonly number[];
}

/**
 * Begins to read a CSV file, whose first record names the columns.
 *
 * @param areOwn whether the texts must not keep the piece of the file that they were cut from
 */
export async function openCsv(bytes: Bytes, name: string, areOwn: boolean): Promise<RawFile> {
  const iterator = parsed(bytes, name)[Symbol.asyncIterator]();
  const begun = await iterator.next();
  if (begun.done === true) {
    const problem = "the file is empty, and has to name its columns in the first line";
    throw dataError(name, undefined, problem);
  }
  const [first = [], ...records] = begun.value.records;
  const header = first.length === 0 ? [""] : first.map((cell) => cell ?? "");
  refuseDuplicates(header, name);
  const places = begun.value.places.slice(1);
  let rest = complete(resumed([{ records, places }], iterator), header.length, name);
  return {
    unit: "line",
    isText: true,
    names: header,
    isInferred: true,
    schema: async () => {
      const seen: (readonly Cell[])[] = [];
      rest = await lookAhead(rest, RECORDS_LOOKED_AT, (batch) => {
        for (const record of batch.records) seen.push(record);
      });
      return schemaOfCells(header, seen);
    },
    read: (fields) => {
      const indexes = fields.map((field) => header.indexOf(field));
      return mapped(rest, (batch) => columnsOf(batch, indexes, areOwn));
    },
  };
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

function columnsOf(
  { records, places }: Records,
  indexes: readonly number[],
  areOwn: boolean,
): RawBatch {
  const columns = indexes.map((index) => records.map((cells) => cells[index] ?? null));
  return { columns: areOwn ? columns.map(copied) : columns, places };
}

function copied(cells: readonly Cell[]): readonly Cell[] {
  return cells.map((cell) => (cell === null ? null : Buffer.from(cell).toString()));
}

/** The records that have a cell for each column. */
async function* complete(
  batches: AsyncIterable<Records>,
  width: number,
  name: string,
): AsyncIterable<Records> {
  for await (const batch of batches) {
    const records: (readonly Cell[])[] = [];
    const places: number[] = [];
    for (const [index, cells] of batch.records.entries()) {
      // A blank line is a record only if there is one column.
      if (cells.length === 0 && width !== 1) continue;
      const place = batch.places[index] ?? 0;
      if (Math.max(cells.length, 1) !== width) {
        if (records.length > 0) yield { records, places };
        const problem = `there are ${cells.length} values for ${width} columns`;
        throw dataError(name, ["line", place], problem);
      }
      records.push(cells);
      places.push(place);
    }
    if (records.length > 0) yield { records, places };
  }
}

async function* parsed(bytes: Bytes, name: string): AsyncIterable<Records> {
  let line = 1;
  let open = "";
  /** A record that goes on is parsed again only when twice as much of it is there. */
  let enough = 0;
  try {
    for await (const piece of textPieces(bytes)) {
      // Joining makes one text at once; parts that are added with `+` would be read more slowly.
      open = [open, piece].join("");
      if (open.length < enough) continue;
      const parser = new CsvParser(open, line, false);
      yield* recordsOf(parser);
      line = parser.line;
      open = parser.rest;
      enough = 2 * open.length;
      if (open.length > LONGEST_RECORD) {
        throw new CsvProblem(line, "the record is longer than 64 MB");
      }
    }
    yield* recordsOf(new CsvParser(open, line, true));
  } catch (error) {
    if (error instanceof CsvProblem) throw dataError(name, ["line", error.line], error.message);
    if (error instanceof InvalidUtf8) {
      throw dataError(name, ["line", line + newLinesIn(open)], error.message);
    }
    throw error;
  }
}

/** The records that a parser finds. If one is wrong, those before it are yielded first. */
function* recordsOf(parser: CsvParser): Generator<Records> {
  const records: (readonly Cell[])[] = [];
  const places: number[] = [];
  let problem: unknown;
  try {
    for (;;) {
      const { line } = parser;
      const cells = parser.next();
      if (cells === undefined) break;
      records.push(cells);
      places.push(line);
    }
  } catch (error) {
    problem = error;
  }
  if (records.length > 0) yield { records, places };
  if (problem !== undefined) throw problem;
}
