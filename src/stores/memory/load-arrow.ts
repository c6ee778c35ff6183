import type { FileHandle } from "node:fs/promises";
import { validity } from "../../binary/arrow-columns.ts";
import { type ArrowTable, KEY_NAME } from "../../binary/arrow-data.ts";
import {
  type FieldsOfTable,
  fieldsOfTable,
  type TableField,
} from "../../columns/arrow/table-fields.ts";
import { ColumnTable } from "../../columns/column-table.ts";
import type { Column } from "../../columns/storage/column.ts";
import { type Memory, OWN_MEMORY, SHARED_MEMORY } from "../../columns/storage/memory.ts";
import type { Schema } from "../../schema/index.ts";
import { type FilledField, fillField, received } from "../fields/fill-field.ts";
import { UnusualBlanks } from "../fields/unusual-blanks.ts";
import { schemaWithKey } from "../files/file-schema.ts";
import type { LeftOut } from "../files/raw-file.ts";
import { arrowPackage } from "../files/read-arrow.ts";
import { readWholeArrow, tableOf } from "../files/whole-arrow.ts";
import type { ScanPool } from "../scans/scan-pool.ts";
import { sharedOut } from "../scans/shared-out.ts";
import { StoreError } from "../store.ts";
import { paced, type TimeSlice } from "../time-slice.ts";
import { joinedVersion } from "./file-state.ts";
import type { MemoryTable } from "./memory-table.ts";

/** What is known of the records before they are read. */
interface Known {
  readonly schema?: Schema | undefined;
  readonly key?: string | undefined;
}

/**
 * Opens an Arrow file whose records are in the order of their key, such as `isoform import` writes: without a look at
 * each value by itself. Returns `undefined` if that is not possible. The file is then to be read record by record, which
 * also says what is wrong with it.
 */
export async function loadArrow(
  file: FileHandle,
  path: string,
  known: Known,
  pool: ScanPool | undefined,
  slice: TimeSlice,
  signal: AbortSignal,
): Promise<{ readonly table: MemoryTable; readonly leftOut: readonly LeftOut[] } | undefined> {
  try {
    const memory = pool === undefined ? OWN_MEMORY : SHARED_MEMORY;
    const [{ bytes, version }, arrow] = await Promise.all([
      readWholeArrow(file, path, memory, slice),
      arrowPackage(),
    ]);
    const table = tableOf(arrow, bytes);
    const made = await filledTable({ table, bytes, known, memory, pool, slice, signal });
    return (
      made && { ...made, table: { ...made.table, version: joinedVersion(["Arrow", version]) } }
    );
  } catch (error) {
    if (signal.aborted || error instanceof StoreError) throw error;
    return undefined;
  }
}

/** What a table is made of, and how. */
interface Making {
  readonly table: ArrowTable;
  /** Those of which the table was made. */
  readonly bytes: Uint8Array;
  readonly known: Known;
  readonly memory: Memory;
  readonly pool: ScanPool | undefined;
  readonly slice: TimeSlice;
  readonly signal: AbortSignal;
}

async function filledTable(
  making: Making,
): Promise<{ readonly table: MemoryTable; readonly leftOut: readonly LeftOut[] } | undefined> {
  const {
    table: { schema: tableSchema, batches },
    known: { schema: given, key: named = given?.key?.name },
  } = making;
  const { fields, metadata } = tableSchema;
  const noted = named === undefined ? metadata : new Map([[KEY_NAME, named]]);
  const keyed = given && schemaWithKey(given, named, true);
  const found = fieldsOfTable({ schema: { fields, metadata: noted }, batches }, keyed);
  const { schema, length, leftOut } = found;
  const { key } = schema;
  if (key === undefined) return undefined;
  const filled = await fill(found, making);
  if (filled === undefined) return undefined;
  const columns = new Map<string, Column>();
  const blanks = new Map<string, UnusualBlanks>();
  const longest = new Map<string, number>();
  for (const one of found.fields) {
    const { name } = one.field;
    const { column, longest: units } = filled.get(name) as FilledField;
    columns.set(name, column);
    blanks.set(name, blanksOf(one));
    longest.set(name, units);
  }
  const rows = ColumnTable.of(schema, length, columns);
  return { table: { schema, key, rows, blanks, longest, version: "" }, leftOut };
}

/**
 * Makes the columns of all fields. If it takes more than a moment, threads take one field after the other, as the event loop
 * does, but for the key, whose order is looked at here. Returns `undefined` if one of the columns cannot be made without a
 * look at each value.
 */
async function fill(
  { fields, length }: FieldsOfTable,
  { bytes, memory, pool, slice, signal }: Making,
): Promise<ReadonlyMap<string, FilledField> | undefined> {
  const filled = new Map<string, FilledField>();
  const keys = fields.filter(({ field: { role } }) => role === "key");
  const others = fields.filter((one) => !keys.includes(one));
  const here = async (one: TableField): Promise<boolean> => {
    const made = await paced(fillField(one, length, memory), slice);
    if (made !== undefined) filled.set(one.field.name, made);
    if (slice.isDue()) await slice.turn();
    return made !== undefined;
  };
  const elsewhere = async ({ field: { name, type } }: TableField): Promise<boolean> => {
    const sent = await pool?.ask({ kind: "fill", bytes, name, type }, signal);
    // A thread does not explain what it cannot do.
    if (sent !== undefined) filled.set(name, received(sent));
    return sent !== undefined;
  };
  const threads = pool?.threadsFor(length) ?? 0;
  const isDone = await sharedOut(keys, others, threads, here, elsewhere);
  return isDone ? filled : undefined;
}

function blanksOf({ field, chunks }: TableField): UnusualBlanks {
  const blanks = new UnusualBlanks(field.type);
  let from = 0;
  for (const { data, rows } of chunks) {
    if (data.nullCount > 0) {
      const isValid = validity(data);
      blanks.noteMissing(from, rows, (place) => !isValid(place));
    }
    from += rows;
  }
  return blanks;
}
