import type { FileHandle } from "node:fs/promises";
import type { Schema } from "../../../language/schema/index.ts";
import { quote } from "../../../util/quote.ts";
import { type Bytes, bytesOfFile, bytesOfStream, isHandle, unzipped } from "./bytes.ts";
import { type ColumnBatch, columnConverter, SchemaMismatch } from "./convert-columns.ts";
import type { CsvForm } from "./csv-dialect.ts";
import { dataError, type PlaceUnit } from "./data-error.ts";
import { type FileFormat, formatOf } from "./file-format.ts";
import { schemaWithKey } from "./file-schema.ts";
import { type Division, type LeftOut, type RawFile, RECORDS_LOOKED_AT } from "./raw-file.ts";
import { openArrow } from "./read-arrow.ts";
import { openCsv } from "./read-csv.ts";
import { jsonTexts } from "./read-json.ts";
import { ndjsonTexts } from "./read-ndjson.ts";
import { objectFile } from "./read-objects.ts";
import { openParquet, parquetBuffer, parquetBufferOfStream } from "./read-parquet.ts";
import { type TextEncoding, textPieces } from "./text-encoding.ts";
import { type TextFormOptions, TextForms } from "./text-forms.ts";

export interface ValueOptions extends CsvForm, TextFormOptions {
  /** The encoding of a file of text; unless given, it is UTF-8, or what the byte order mark says. */
  readonly encoding?: TextEncoding;
  /** Unless given, the name tells. */
  readonly format?: FileFormat;
  /** Unless given, the first records are looked at. */
  readonly schema?: Schema;
  /** The field that identifies a record, if the schema does not name it. */
  readonly key?: string;
  /** The fields, with their types, of a file that this one must be like; it may not have others. */
  readonly like?: Schema;
  /** Whether each text has memory of its own; otherwise a text may keep a whole piece of the file in memory. */
  readonly hasOwnTexts?: boolean;
}

/** The values of a file, to be read once. */
export interface ValueFile {
  readonly schema: Schema;
  /** The unit that the places of records count. */
  readonly unit: PlaceUnit;
  /** The columns that no field can stand for. */
  readonly leftOut: readonly LeftOut[];
  /** How it is divided into parts; `undefined` if it has to be read from the beginning to the end. */
  readonly division: Division | undefined;
  /** All of them fit the schema. */
  readonly batches: AsyncIterable<ColumnBatch>;
}

/** Begins to read a file that is open, or a stream. */
export async function readValues(
  source: FileHandle | Bytes,
  name: string,
  options: ValueOptions,
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
      throw dataError(name, [file.unit, error.place], error.message + (isGuess ? GUESSED : ""));
    }
  }

  return { schema, unit: file.unit, leftOut, division: file.division, batches: batches() };
}

const GUESSED = ` (the first ${RECORDS_LOOKED_AT.toLocaleString("en")} records tell the types of the fields, unless a schema does)`;

/** Begins to read: of CSV the first line, of Parquet and Arrow the metadata. */
async function openRaw(
  source: FileHandle | Bytes,
  name: string,
  options: ValueOptions,
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
  const pieces = textPieces(await unzipped(plain, name), options.encoding);
  switch (format) {
    case "ndjson":
      return objectFile(ndjsonTexts(pieces, name), name, "line", forms);
    case "json":
      return objectFile(jsonTexts(pieces, name), name, "record", forms);
    case "csv":
      return await openCsv(pieces, name, hasOwnTexts, options, forms);
    case "tsv":
      return await openCsv(pieces, name, hasOwnTexts, { delimiter: "\t", ...options }, forms);
  }
}

/** @throws {@link StoreError} if a file has fields that another one, which it must be like, has not. */
function alike(schema: Schema, like: Schema | undefined, name: string): Schema {
  if (like === undefined) return schema;
  const extra = [...schema.fields.keys()].filter((field) => !like.fields.has(field));
  if (extra.length === 0) return like;
  const problem = `the file before has no ${extra.map(quote).join(", ")}`;
  throw dataError(name, undefined, problem);
}

/** Refuses a field without a column: a misspelt field must not read as one that is always blank. */
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
  const problem = `there is no column for ${missing.map(quote).join(", ")}${reasons.join("")}`;
  throw dataError(name, undefined, problem);
}
