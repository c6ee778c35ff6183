import { webcrypto } from "node:crypto";
import type { FileHandle } from "node:fs/promises";
import { validity } from "../../binary/arrow-columns.ts";
import { type ArrowTable, KEY_NAME } from "../../binary/arrow-data.ts";
import { fillStore } from "../../columns/arrow/fill-store.ts";
import { fieldsOfTable, type TableField } from "../../columns/arrow/table-fields.ts";
import { ColumnsSnapshot } from "../../columns/snapshot.ts";
import type { Column } from "../../columns/storage/column.ts";
import { storeOf } from "../../columns/storage/store-of.ts";
import type { Schema } from "../../schema/index.ts";
import { schemaWithKey } from "../files/file-schema.ts";
import type { LeftOut } from "../files/raw-file.ts";
import { readArrowTable } from "../files/read-arrow.ts";
import { StoreError } from "../store.ts";
import type { TimeSlice } from "../time-slice.ts";
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
  slice: TimeSlice,
  signal: AbortSignal,
): Promise<{ readonly table: MemoryTable; readonly leftOut: readonly LeftOut[] } | undefined> {
  // The bytes are hashed between the steps of reading.
  const digest = digestOf(file, signal);
  digest.catch(() => undefined);
  try {
    const table = await readArrowTable(file, path, signal);
    const made = await tableOf(table, known, slice);
    return made && { ...made, table: { ...made.table, version: await digest } };
  } catch (error) {
    if (signal.aborted || (error instanceof StoreError && error.code === "setup")) throw error;
    return undefined;
  } finally {
    await digest.catch(() => undefined);
  }
}

async function tableOf(
  { schema: { fields, metadata }, batches }: ArrowTable,
  { schema: given, key: named = given?.key?.name }: Known,
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
    if (one.column.type !== type || !fillStore(store, one)) return undefined;
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

/** Others have their turn after each piece. */
const PIECE = 4 * 1024 * 1024;

/** A text that stands for the bytes of a file. */
async function digestOf(file: FileHandle, signal: AbortSignal): Promise<string> {
  const digests: string[] = [];
  const piece = new Uint8Array(PIECE);
  let hashing: Promise<ArrayBuffer> | undefined;
  for (let position = 0; ; ) {
    signal.throwIfAborted();
    const { bytesRead } = await file.read(piece, 0, PIECE, position);
    if (hashing !== undefined) digests.push(Buffer.from(await hashing).toString("base64url"));
    if (bytesRead === 0) return joinedVersion(["Arrow", ...digests]);
    // The bytes are copied at once: the next are read while these are hashed.
    hashing = webcrypto.subtle.digest("SHA-256", piece.subarray(0, bytesRead));
    hashing.catch(() => undefined);
    position += bytesRead;
  }
}
