import type { FileHandle } from "node:fs/promises";
import type { Schema } from "../../schema/index.ts";
import { quote } from "../../util/quote.ts";
import { type Bytes, bytesOfFile, bytesOfStream, unzipped } from "./bytes.ts";
import { type ColumnBatch, columnConverter, SchemaMismatch } from "./convert-columns.ts";
import { dataError, type PlaceUnit } from "./data-error.ts";
import { type FileFormat, formatOf } from "./file-format.ts";
import { schemaWithKey } from "./file-schema.ts";
import { type RawFile, RECORDS_LOOKED_AT } from "./raw-file.ts";
import { openCsv } from "./read-csv.ts";
import { jsonTexts } from "./read-json.ts";
import { ndjsonTexts } from "./read-ndjson.ts";
import { objectFile } from "./read-objects.ts";
import { openParquet, parquetBuffer, parquetBufferOfStream } from "./read-parquet.ts";

export interface ValueOptions {
  /** Unless given, the name tells. */
  readonly format?: FileFormat;
  /** Unless given, the first records are looked at. */
  readonly schema?: Schema;
  /** The field that identifies a record, if the schema does not say. */
  readonly key?: string;
  /** Whether each text has memory of its own; otherwise a text may keep a whole piece of the file in memory. */
  readonly hasOwnTexts?: boolean;
}

/** The values of a file, to be read once. */
export interface ValueFile {
  readonly schema: Schema;
  /** The unit that the places of records count. */
  readonly unit: PlaceUnit;
  /** All of them fit the schema. */
  readonly batches: AsyncIterable<ColumnBatch>;
}

/** Begins to read a file that is open, or a stream. */
export async function readValues(
  source: FileHandle | Bytes,
  name: string,
  { format = formatOf(name), schema: given, key, hasOwnTexts = false }: ValueOptions,
  signal: AbortSignal,
): Promise<ValueFile> {
  const file = await openRaw(source, name, format, hasOwnTexts, signal);
  const schema =
    given === undefined
      ? schemaWithKey(await file.schema(), key, !file.isInferred)
      : schemaWithKey(given, key, true);
  if (file.names !== undefined) needColumns(file.names, schema, name);
  const convert = columnConverter(schema.fields.values(), file.isText);

  async function* batches(): AsyncIterable<ColumnBatch> {
    try {
      for await (const batch of file.read([...schema.fields.keys()])) {
        signal.throwIfAborted();
        yield convert(batch);
      }
    } catch (error) {
      if (!(error instanceof SchemaMismatch)) throw error;
      const isGuess = given === undefined && file.isInferred;
      throw dataError(name, [file.unit, error.place], error.message + (isGuess ? GUESSED : ""));
    }
  }

  return { schema, unit: file.unit, batches: batches() };
}

const GUESSED = ` (the first ${RECORDS_LOOKED_AT.toLocaleString("en")} records tell the types of the fields, unless a schema does)`;

/** Begins to read: of CSV the first line, of Parquet the metadata. */
async function openRaw(
  source: FileHandle | Bytes,
  name: string,
  format: FileFormat,
  areOwn: boolean,
  signal: AbortSignal,
): Promise<RawFile> {
  const isFile = isHandle(source);
  if (format === "parquet") {
    const buffer = isFile
      ? await parquetBuffer(source, name)
      : await parquetBufferOfStream(bytesOfStream(source, signal));
    return await openParquet(buffer, name, signal);
  }
  const plain = isFile ? bytesOfFile(source, signal) : bytesOfStream(source, signal);
  const bytes = await unzipped(plain, name);
  switch (format) {
    case "ndjson":
      return objectFile(ndjsonTexts(bytes, name), name, "line");
    case "json":
      return objectFile(jsonTexts(bytes, name), name, "record");
    case "csv":
      return await openCsv(bytes, name, areOwn);
  }
}

function isHandle(source: FileHandle | Bytes): source is FileHandle {
  return "fd" in source && typeof source.fd === "number" && !(Symbol.asyncIterator in source);
}

/** Refuses a field without a column: a misspelt field must not read as one that is always blank. */
function needColumns(names: readonly string[], schema: Schema, name: string): void {
  const columns = new Set(names);
  const missing = [...schema.fields.keys()].filter((field) => !columns.has(field));
  if (missing.length === 0) return;
  throw dataError(name, undefined, `there is no column for ${missing.map(quote).join(", ")}`);
}
