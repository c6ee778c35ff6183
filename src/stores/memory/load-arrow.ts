import type { FileHandle } from "node:fs/promises";
import { validity } from "../../binary/arrow-columns.ts";
import { type ArrowTable, KEY_NAME } from "../../binary/arrow-data.ts";
import { fillStore } from "../../columns/arrow/fill-store.ts";
import { fieldsOfTable, type TableField } from "../../columns/arrow/table-fields.ts";
import { ColumnsSnapshot } from "../../columns/snapshot.ts";
import type { Column } from "../../columns/storage/column.ts";
import { type Memory, OWN_MEMORY, SHARED_MEMORY } from "../../columns/storage/memory.ts";
import { storeOf } from "../../columns/storage/store-of.ts";
import type { Schema } from "../../schema/index.ts";
import { schemaWithKey } from "../files/file-schema.ts";
import type { LeftOut } from "../files/raw-file.ts";
import { readWholeArrow } from "../files/whole-arrow.ts";
import type { ScanPool } from "../scans/scan-pool.ts";
import { summing } from "../scans/summing.ts";
import { StoreError } from "../store.ts";
import { paced, type TimeSlice } from "../time-slice.ts";
import { isAscending, longestOf } from "./column-facts.ts";
import { joinedVersion } from "./file-state.ts";
import type { MemoryTable } from "./memory-table.ts";
import { UnusualBlanks } from "./unusual-blanks.ts";

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
    const { made, version } = await readWholeArrow(
      file,
      path,
      memory,
      summing(pool, signal),
      (table) => tableOf(table, known, memory, slice),
    );
    return (
      made && { ...made, table: { ...made.table, version: joinedVersion(["Arrow", version]) } }
    );
  } catch (error) {
    if (signal.aborted || error instanceof StoreError) throw error;
    return undefined;
  }
}

async function tableOf(
  { schema: { fields, metadata }, batches }: ArrowTable,
  { schema: given, key: named = given?.key?.name }: Known,
  memory: Memory,
  slice: TimeSlice,
): Promise<{ readonly table: MemoryTable; readonly leftOut: readonly LeftOut[] } | undefined> {
  const noted = named === undefined ? metadata : new Map([[KEY_NAME, named]]);
  const keyed = given && schemaWithKey(given, named, true);
  const found = fieldsOfTable({ schema: { fields, metadata: noted }, batches }, keyed);
  const { schema, length, leftOut } = found;
  const { key } = schema;
  if (key === undefined) return undefined;
  const columns = new Map<string, Column>();
  const blanks = new Map<string, UnusualBlanks>();
  const longest = new Map<string, number>();
  for (const one of found.fields) {
    const { name, type } = one.field;
    const store = storeOf(type);
    if (one.column.type !== type) return undefined;
    if (!(await paced(fillStore(store, one, memory), slice))) return undefined;
    const column = store.read(length);
    if (one.field.role === "key" && !isAscending(column, length)) return undefined;
    columns.set(name, column);
    blanks.set(name, blanksOf(one));
    longest.set(name, longestOf(column));
    if (slice.isDue()) await slice.turn();
  }
  const rows = ColumnsSnapshot.of(schema, length, columns, "adaptive");
  return { table: { schema, key, rows, blanks, longest, version: "" }, leftOut };
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
