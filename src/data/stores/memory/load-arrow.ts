import type { FileHandle } from "node:fs/promises";
import type { LeftOut } from "../../../backends/arrow-layout/arrow-columns.ts";
import { validity } from "../../../backends/arrow-layout/arrow-columns.ts";
import { type ArrowTable, KEY_NAME } from "../../../backends/arrow-layout/arrow-data.ts";
import { fieldsOfTable, type TableField } from "../../../backends/columns/arrow/table-fields.ts";
import { ColumnTable } from "../../../backends/columns/column-table.ts";
import type { Column } from "../../../backends/columns/storage/column.ts";
import type { AllocateBuffer } from "../../../backends/columns/storage/memory.ts";
import type { Schema } from "../../../language/schema/index.ts";
import { fillField } from "../fields/fill-field.ts";
import { UnusualBlanks } from "../fields/unusual-blanks.ts";
import { schemaWithKey } from "../files/file-schema.ts";
import { arrowPackage } from "../files/read-arrow.ts";
import { readWholeArrow, tableOf } from "../files/whole-arrow.ts";
import { StoreError } from "../store.ts";
import { paced, type TimeSlice } from "../time-slice.ts";
import { joinedVersion } from "./file-state.ts";
import type { MemoryTable } from "./memory-table.ts";

/** What is known about the records before reading. */
interface LoadHints {
  readonly schema?: Schema | undefined;
  readonly key?: string | undefined;
}

/**
 * Loads an Arrow file with records in key order, such as `isoform import` writes, without checking each value. Returns
 * `undefined` if that is not possible: the file must then be read record by record, which also reports any error in it.
 */
export async function loadArrow(
  file: FileHandle,
  path: string,
  known: LoadHints,
  memory: AllocateBuffer,
  slice: TimeSlice,
  signal: AbortSignal,
): Promise<{ readonly table: MemoryTable; readonly leftOut: readonly LeftOut[] } | undefined> {
  try {
    const [{ bytes, version }, arrow] = await Promise.all([
      readWholeArrow(file, path, memory, slice),
      arrowPackage(),
    ]);
    const table = tableOf(arrow, bytes);
    const made = await filledTable(table, known, memory, slice);
    return (
      made && { ...made, table: { ...made.table, version: joinedVersion(["Arrow", version]) } }
    );
  } catch (error) {
    if (signal.aborted || error instanceof StoreError) throw error;
    return undefined;
  }
}

async function filledTable(
  { schema: tableSchema, batches }: ArrowTable,
  { schema: given, key: named = given?.key?.name }: LoadHints,
  memory: AllocateBuffer,
  slice: TimeSlice,
): Promise<{ readonly table: MemoryTable; readonly leftOut: readonly LeftOut[] } | undefined> {
  const { fields, metadata } = tableSchema;
  const noted = named === undefined ? metadata : new Map([[KEY_NAME, named]]);
  const keyed = given && schemaWithKey(given, named, true);
  const found = fieldsOfTable({ schema: { fields, metadata: noted }, batches }, keyed);
  const { schema, length, leftOut } = found;
  if (schema.key === undefined) return undefined;
  const columns = new Map<string, Column>();
  const blanks = new Map<string, UnusualBlanks>();
  const longest = new Map<string, number>();
  for (const one of found.fields) {
    const { name } = one.field;
    const filled = await paced(fillField(one, length, memory), slice);
    if (filled === undefined) return undefined;
    columns.set(name, filled.column);
    blanks.set(name, blanksOf(one));
    longest.set(name, filled.longest);
    if (slice.shouldYield()) await slice.yield();
  }
  const rows = ColumnTable.of(schema, length, columns);
  return { table: { schema, rows, blanks, longest, version: "" }, leftOut };
}

function blanksOf({ field, chunks }: TableField): UnusualBlanks {
  const blanks = new UnusualBlanks(field.type);
  let from = 0;
  for (const { data, rows } of chunks) {
    if (data.nullCount > 0) {
      const isValid = validity(data);
      blanks.noteMissing(from, rows, (index) => !isValid(index));
    }
    from += rows;
  }
  return blanks;
}
