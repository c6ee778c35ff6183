import { type FileHandle, open } from "node:fs/promises";
import { defineSchema, inferSchema, type Schema } from "../../schema/index.ts";
import { quote } from "../../util/quote.ts";
import { StoreError, type StoreRecord } from "../store.ts";
import { type Bytes, bytesOfFile, unzipped } from "./bytes.ts";
import { dataError, type PlaceUnit, reasonOf } from "./data-error.ts";
import { type FileFormat, formatOf } from "./file-format.ts";
import { RECORDS_LOOKED_AT, schemaOfCells, schemaWithKey } from "./file-schema.ts";
import type { RawBatch, RawRecords } from "./raw-records.ts";
import { openCsv } from "./read-csv.ts";
import { readJson } from "./read-json.ts";
import { readNdjson } from "./read-ndjson.ts";
import { openParquet, parquetBuffer, parquetBufferOfStream } from "./read-parquet.ts";
import { Misfit, RecordMaker } from "./record-maker.ts";
import { sameFile, whileSame } from "./same-file.ts";

export interface ReadOptions {
  /** How the records are written down; unless given, the name tells. */
  readonly format?: FileFormat;
  /** What messages call a stream; files are called by their path. */
  readonly name?: string;
  /** The fields. Unless given, the first 10,000 records are looked at. */
  readonly schema?: Schema;
  /** The field that identifies a record, where the schema does not say. */
  readonly key?: string;
  /** Whether the records will all be kept: texts that come again and again are then held once. */
  readonly isKept?: boolean;
}

/** A file's records, to be read once. */
export interface RecordFile {
  readonly schema: Schema;
  /** What the places of records count. */
  readonly unit: PlaceUnit;
  readonly batches: AsyncIterable<RecordBatch>;
  /** Closes the file, which is also done when the loop over its records ends, or is left. */
  close(): Promise<void>;
}

export interface RecordBatch {
  /** The fields of the schema that are not hidden, in its order; blanks are `null`. */
  readonly records: readonly StoreRecord[];
  /** The line, or the number, of each record. */
  readonly places: readonly number[];
}

/**
 * Opens a file of records, or a stream of one, such as standard input. It is read as its records are asked for.
 *
 * @throws {@link StoreError}: `setup` for a file that there is not, `data` with the place for what does not fit, `unavailable` for a file
 * that somebody wrote to meanwhile.
 */
export async function readRecords(
  source: string | Bytes,
  options: ReadOptions,
  signal: AbortSignal,
): Promise<RecordFile> {
  if (typeof source !== "string") {
    const records = await recordsOf(source, options.name ?? "the input", options, signal);
    // A stream belongs to whoever made it.
    return { ...records, close: () => Promise.resolve() };
  }
  const file = await openFile(source);
  const close = (): Promise<void> => file.close();
  try {
    const expectSame = await sameFile(file, source);
    const records = await recordsOf(file, source, options, signal);
    return { ...records, batches: closing(whileSame(records.batches, expectSame), close), close };
  } catch (error) {
    await close();
    throw error;
  }
}

async function* closing<T>(
  batches: AsyncIterable<T>,
  close: () => Promise<void>,
): AsyncIterable<T> {
  try {
    yield* batches;
  } finally {
    await close();
  }
}

/** @throws {@link StoreError} that says why a file cannot be opened. */
export async function openFile(path: string): Promise<FileHandle> {
  try {
    const file = await open(path);
    const stats = await file.stat();
    if (!stats.isDirectory()) return file;
    await file.close();
  } catch (error) {
    const code = error instanceof Error && "code" in error ? error.code : undefined;
    const problem = code === "ENOENT" ? "there is no such file" : reasonOf(error);
    throw new StoreError("setup", `${path}: ${problem}`, error);
  }
  throw new StoreError("setup", `${path}: this is a folder`);
}

/** The records of a file that is open, or of a stream. */
export async function recordsOf(
  source: FileHandle | Bytes,
  name: string,
  options: ReadOptions,
  signal: AbortSignal,
): Promise<Omit<RecordFile, "close">> {
  const raw = await openRaw(source, name, options.format ?? formatOf(name), signal);
  const { schema, batches, wasInferred } = await withSchema(raw, options);
  needColumns(raw, schema, name);
  const columns = [...schema.fields.keys()];
  const header = raw.kind === "objects" ? undefined : raw.kind === "texts" ? raw.header : columns;
  const maker = new RecordMaker(schema, {
    header,
    isText: raw.kind === "texts",
    isKept: options.isKept ?? false,
  });

  async function* records(): AsyncIterable<RecordBatch> {
    for await (const { rows, places } of batches ?? readColumns(raw, columns)) {
      signal.throwIfAborted();
      yield { records: rows.map((row, index) => record(row, places[index] ?? 0)), places };
    }
  }

  function record(row: unknown, place: number): StoreRecord {
    try {
      return maker.make(row);
    } catch (error) {
      if (!(error instanceof Misfit)) throw error;
      throw dataError(name, [raw.unit, place], error.message + (wasInferred ? INFERRED : ""));
    }
  }

  return { schema, unit: raw.unit, batches: records() };
}

const INFERRED = ` (the first ${RECORDS_LOOKED_AT.toLocaleString("en")} records tell the types of the fields, unless a schema does)`;

async function openRaw(
  source: FileHandle | Bytes,
  name: string,
  format: FileFormat,
  signal: AbortSignal,
): Promise<RawRecords> {
  if (format === "parquet") {
    const buffer = isFile(source)
      ? await parquetBuffer(source, name)
      : await parquetBufferOfStream(source);
    const { columns, batches } = await openParquet(buffer, name, signal);
    const fields = Object.fromEntries(columns.map((column) => [column.name, column.type]));
    return { kind: "columns", unit: "record", fields, read: batches };
  }
  const bytes = await unzipped(isFile(source) ? bytesOfFile(source, signal) : source, name);
  switch (format) {
    case "ndjson":
      return { kind: "objects", unit: "line", batches: readNdjson(bytes, name) };
    case "json":
      return { kind: "objects", unit: "record", batches: readJson(bytes, name) };
    case "csv":
      return { kind: "texts", unit: "line", ...(await openCsv(bytes, name)) };
  }
}

function isFile(source: FileHandle | Bytes): source is FileHandle {
  return "fd" in source && typeof source.fd === "number" && !(Symbol.asyncIterator in source);
}

function readColumns(raw: RawRecords, columns: readonly string[]): AsyncIterable<RawBatch> {
  return raw.kind === "columns" ? raw.read(columns) : raw.batches;
}

interface SchemaAndRows {
  readonly schema: Schema;
  /** The rows from the first on, where they had to be looked at. */
  readonly batches?: AsyncIterable<RawBatch>;
  readonly wasInferred: boolean;
}

async function withSchema(raw: RawRecords, { schema, key }: ReadOptions): Promise<SchemaAndRows> {
  if (schema !== undefined) {
    return { schema: schemaWithKey(schema, key, true), wasInferred: false };
  }
  if (raw.kind === "columns") {
    return { schema: schemaWithKey(defineSchema(raw.fields), key, true), wasInferred: false };
  }
  const { seen, batches } = await lookAhead(raw.batches, RECORDS_LOOKED_AT);
  const rows = seen.flatMap((batch) => batch.rows);
  const inferred = raw.kind === "texts" ? schemaOfCells(raw.header, rows) : inferSchema(rows);
  return { schema: schemaWithKey(inferred, key, false), batches, wasInferred: true };
}

async function lookAhead(
  batches: AsyncIterable<RawBatch>,
  count: number,
): Promise<{ readonly seen: readonly RawBatch[]; readonly batches: AsyncIterable<RawBatch> }> {
  const iterator = batches[Symbol.asyncIterator]();
  const seen: RawBatch[] = [];
  for (let rows = 0; rows < count; ) {
    const next = await iterator.next();
    if (next.done === true) break;
    seen.push(next.value);
    rows += next.value.rows.length;
  }
  return { seen, batches: all() };

  async function* all(): AsyncIterable<RawBatch> {
    try {
      for (let batch = seen.shift(); batch !== undefined; batch = seen.shift()) yield batch;
      for (;;) {
        const next = await iterator.next();
        if (next.done === true) return;
        yield next.value;
      }
    } finally {
      await iterator.return?.();
    }
  }
}

/** A field that is misspelt must not read as one that is blank everywhere. */
function needColumns(raw: RawRecords, schema: Schema, name: string): void {
  if (raw.kind === "objects") return;
  const columns = new Set(raw.kind === "texts" ? raw.header : Object.keys(raw.fields));
  const missing = [...schema.fields.keys()].filter((field) => !columns.has(field));
  if (missing.length === 0) return;
  const names = missing.map(quote).join(", ");
  throw dataError(name, undefined, `there is no column for ${names}`);
}
