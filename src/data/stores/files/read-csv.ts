import { Buffer } from "node:buffer";
import type { Field } from "../../../language/schema/index.ts";
import { quote } from "../../../util/quote.ts";
import { lookAhead, mapped, resumed } from "./batches.ts";
import { type CsvForm, requireCsvForm } from "./csv-dialect.ts";
import type { Cell } from "./csv-parser.ts";
import { type CsvRecords, csvRecords } from "./csv-reader.ts";
import { dataError } from "./data-error.ts";
import { schemaOfCells } from "./file-schema.ts";
import type { RawBatch, RawFile } from "./raw-file.ts";
import type { TextFormOptions, TextForms } from "./text-forms.ts";

/**
 * Opens a CSV file. Its first record names the columns.
 *
 * @param areOwn whether strings must be copies rather than slices of a chunk
 */
export async function openCsv(
  chunks: AsyncIterable<string>,
  name: string,
  areOwn: boolean,
  options: CsvForm & TextFormOptions,
  forms: TextForms,
): Promise<RawFile> {
  requireCsvForm(options);
  const { header: hasHeader = true, ragged = false } = options;
  const iterator = csvRecords(chunks, name, options)[Symbol.asyncIterator]();
  const begun = await firstRecord(iterator);
  if (begun === undefined) {
    const problem = "the file is empty, and has to name its columns in the first line";
    throw dataError(name, undefined, problem);
  }
  const [first = []] = begun.records;
  const header = first.map((cell, index) => (hasHeader ? (cell ?? "") : `column${index + 1}`));
  refuseDuplicates(header, name, begun.positions[0] ?? 1);
  let rest = complete(behindHeader(begun, iterator, hasHeader), header.length, name, ragged);
  return {
    unit: "line",
    isText: true,
    names: header,
    isInferred: true,
    schema: async () => {
      const { first: seen, all } = await lookAhead(rest, sizeOf);
      rest = all;
      return schemaOfCells(
        header,
        seen.flatMap(({ records }) => records),
        forms,
      );
    },
    read: (fields) => valuesOf(rest, header, fields, areOwn),
  };
}

/** A blank cell takes memory too. */
const CELL_BYTES = 8;

function sizeOf({ records }: CsvRecords): number {
  let bytes = 0;
  for (const cells of records) {
    for (const cell of cells) bytes += CELL_BYTES + (cell?.length ?? 0);
  }
  return bytes;
}

function behindHeader(
  { records, positions }: CsvRecords,
  others: AsyncIterator<CsvRecords>,
  hasHeader: boolean,
): AsyncIterable<CsvRecords> {
  const from = hasHeader ? 1 : 0;
  return resumed([{ records: records.slice(from), positions: positions.slice(from) }], others);
}

function valuesOf(
  records: AsyncIterable<CsvRecords>,
  header: readonly string[],
  fields: readonly Field[],
  areOwn: boolean,
): AsyncIterable<RawBatch> {
  // Of columns without a name, the first counts.
  const indexOf = new Map(header.map((name, index) => [name, index] as const).reverse());
  const indexes = fields.map((field) => indexOf.get(field.name) ?? -1);
  return mapped(records, (batch) => columnsOf(batch, indexes, areOwn));
}

/** The first record that is not a blank line, with the records read along with it. */
async function firstRecord(iterator: AsyncIterator<CsvRecords>): Promise<CsvRecords | undefined> {
  for (;;) {
    const next = await iterator.next();
    if (next.done === true) return undefined;
    const { records, positions } = next.value;
    const first = records.findIndex((cells) => cells.length > 0);
    if (first >= 0) return { records: records.slice(first), positions: positions.slice(first) };
  }
}

function refuseDuplicates(header: readonly string[], name: string, line: number): void {
  const seen = new Set<string>();
  for (const column of header) {
    if (column !== "" && seen.has(column)) {
      throw dataError(name, ["line", line], `two columns are named ${quote(column)}`);
    }
    seen.add(column);
  }
}

function columnsOf(
  { records, positions }: CsvRecords,
  indexes: readonly number[],
  areOwn: boolean,
): RawBatch {
  const columns = indexes.map((index) => records.map((cells) => cells[index] ?? null));
  return { columns: areOwn ? columns.map(copied) : columns, positions };
}

function copied(cells: readonly Cell[]): readonly Cell[] {
  return cells.map((cell) => (cell === null ? null : Buffer.from(cell).toString()));
}

/** Pads or truncates ragged records to the number of columns. */
async function* complete(
  batches: AsyncIterable<CsvRecords>,
  width: number,
  name: string,
  ragged: boolean,
): AsyncIterable<CsvRecords> {
  for await (const batch of batches) {
    const records: (readonly Cell[])[] = [];
    const positions: number[] = [];
    for (const [index, cells] of batch.records.entries()) {
      // A blank line is a record only if there is one column.
      if (cells.length === 0 && width !== 1) continue;
      const position = batch.positions[index] ?? 0;
      if (Math.max(cells.length, 1) !== width && !ragged) {
        if (records.length > 0) yield { records, positions };
        const problem = `there are ${cells.length} values for ${width} columns`;
        throw dataError(name, ["line", position], problem);
      }
      records.push(cells);
      positions.push(position);
    }
    if (records.length > 0) yield { records, positions };
  }
}
