import type { FileHandle } from "node:fs/promises";
import type { LeftOut } from "../../../backends/arrow-layout/arrow-columns.ts";
import type { Schema } from "../../../language/schema/index.ts";
import { quote } from "../../../util/quote.ts";
import { type Bytes, bytesOfFile, bytesOfStream, isHandle, unzipped } from "./bytes.ts";
import { type ColumnBatch, columnConverter, SchemaMismatch } from "./convert-columns.ts";
import type { CsvForm } from "./csv-dialect.ts";
import { dataError, type PositionUnit, shownNames } from "./data-error.ts";
import { type FileFormat, formatOf } from "./file-format.ts";
import { schemaWithKey } from "./file-schema.ts";
import { BYTES_LOOKED_AT, type RawFile, RECORDS_LOOKED_AT } from "./raw-file.ts";
import { openArrow } from "./read-arrow.ts";
import { openCsv } from "./read-csv.ts";
import { jsonTexts } from "./read-json.ts";
import { ndjsonTexts } from "./read-ndjson.ts";
import { objectFile } from "./read-objects.ts";
import { openParquet, parquetBuffer, parquetBufferOfStream } from "./read-parquet.ts";
import { type TextEncoding, textChunks } from "./text-encoding.ts";
import { type TextFormOptions, TextForms } from "./text-forms.ts";

export interface ReadValuesOptions extends CsvForm, TextFormOptions {
  /** The encoding of a text file. By default, UTF-8 or the encoding of the byte order mark. */
  readonly encoding?: TextEncoding;
  /** By default, it follows from the file's name. */
  readonly format?: FileFormat;
  /** By default, it is inferred from the first records. */
  readonly schema?: Schema;
  /** The field that identifies a record, if the schema does not name it. */
  readonly key?: string;
  /** The fields and types that the file must have, and no others. */
  readonly like?: Schema;
  /** Whether each string is a copy; otherwise a string may keep a whole chunk of the file in memory. */
  readonly hasOwnTexts?: boolean;
}

/** The values of a file. They can be read once. */
export interface ValueFile {
  readonly schema: Schema;
  /** The unit in which records are numbered. */
  readonly unit: PositionUnit;
  /** The columns that no field can represent. */
  readonly leftOut: readonly LeftOut[];
  /** The values, all of which fit the schema. */
  readonly batches: AsyncIterable<ColumnBatch>;
}

/** Begins to read an open file or a stream. */
export async function readValues(
  source: FileHandle | Bytes,
  name: string,
  options: ReadValuesOptions,
  signal: AbortSignal,
): Promise<ValueFile> {
  const { schema: given, key, like } = options;
  const forms = new TextForms(options);
  const file = await openRaw(source, name, options, forms, signal);
  const { leftOut = [] } = file;
  const schema =
    given === undefined
      ? alike(schemaWithKey(await file.schema(), key ?? file.key, !file.isInferred), like, name)
      : schemaWithKey(given, key, true);
  if (file.names !== undefined) needColumns(file.names, schema, name, leftOut);
  const convert = columnConverter(schema.stored.values(), file.isText, forms);

  async function* batches(): AsyncIterable<ColumnBatch> {
    try {
      for await (const batch of file.read([...schema.stored.values()])) {
        signal.throwIfAborted();
        yield convert(batch);
      }
    } catch (error) {
      if (!(error instanceof SchemaMismatch)) throw error;
      const isGuess = given === undefined && file.isInferred;
      throw dataError(name, [file.unit, error.position], error.message + (isGuess ? GUESSED : ""));
    }
  }

  return { schema, unit: file.unit, leftOut, batches: batches() };
}

const GUESSED = ` (the first ${RECORDS_LOOKED_AT.toLocaleString("en")} records, or ${BYTES_LOOKED_AT >> 20} MB of them, tell the types of the fields, unless a schema does)`;

/** Opens the file in its format: reads the first line of CSV, or the metadata of Parquet and Arrow. */
async function openRaw(
  source: FileHandle | Bytes,
  name: string,
  options: ReadValuesOptions,
  forms: TextForms,
  signal: AbortSignal,
): Promise<RawFile> {
  const { format = formatOf(name), hasOwnTexts = false } = options;
  const isFile = isHandle(source);
  if (format === "parquet") {
    const buffer = isFile
      ? await parquetBuffer(source, name)
      : await parquetBufferOfStream(bytesOfStream(source, signal));
    return await openParquet(buffer, name, signal);
  }
  if (format === "arrow") return await openArrow(source, name, signal);
  const plain = isFile ? bytesOfFile(source, signal) : bytesOfStream(source, signal);
  const chunks = textChunks(await unzipped(plain, name), options.encoding);
  switch (format) {
    case "ndjson":
      return objectFile(ndjsonTexts(chunks, name), name, "line", forms);
    case "json":
      return objectFile(jsonTexts(chunks, name), name, "record", forms);
    case "csv":
      return await openCsv(chunks, name, hasOwnTexts, options, forms);
    case "tsv":
      return await openCsv(chunks, name, hasOwnTexts, { delimiter: "\t", ...options }, forms);
  }
}

/** @throws {@link StoreError} if a file has fields that `like` lacks */
function alike(schema: Schema, like: Schema | undefined, name: string): Schema {
  if (like === undefined) return schema;
  const extra = [...schema.fields.keys()].filter((field) => !like.fields.has(field));
  if (extra.length === 0) return like;
  const problem = `the file before has no ${shownNames(extra)}`;
  throw dataError(name, undefined, problem);
}

/** Rejects a field without a column: a misspelt field must not read as always blank. */
function needColumns(
  names: readonly string[],
  schema: Schema,
  name: string,
  leftOut: readonly LeftOut[],
): void {
  const columns = new Set(names);
  const missing = [...schema.stored.keys()].filter((field) => !columns.has(field));
  if (missing.length === 0) return;
  const reasons = leftOut
    .filter((column) => missing.includes(column.name))
    .map((column) => `; ${quote(column.name)}: ${column.reason}`);
  const problem = `there is no column for ${shownNames(missing)}${reasons.join("")}`;
  throw dataError(name, undefined, problem);
}
