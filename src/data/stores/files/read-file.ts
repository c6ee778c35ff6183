import { type FileHandle, open } from "node:fs/promises";
import { requireSchema, type Schema } from "../../../language/schema/index.ts";
import { type Kind, misuse, requireKind, requireOptions } from "../../../util/misuse.ts";
import { StoreError, type StoreRecord } from "../store.ts";
import type { Bytes } from "./bytes.ts";
import { type CsvForm, requireCsvForm } from "./csv-dialect.ts";
import { type PlaceUnit, reasonOf } from "./data-error.ts";
import { FILE_FORMATS, type FileFormat } from "./file-format.ts";
import type { LeftOut } from "./raw-file.ts";
import { readValues } from "./read-values.ts";
import { recordMaker, type StoreValue } from "./record-shape.ts";
import { sameFile, whileSame } from "./same-file.ts";
import { ENCODINGS, type TextEncoding } from "./text-encoding.ts";
import type { TextFormOptions } from "./text-forms.ts";

/** How files of records are written. */
export interface FileForm extends CsvForm, TextFormOptions {
  /** The encoding of a file of text; unless given, it is UTF-8, or what the byte order mark says. */
  readonly encoding?: TextEncoding;
  /** How the records are written down; unless given, the name tells. */
  readonly format?: FileFormat;
}

const FORM_KINDS = {
  format: "text",
  encoding: "text",
  delimiter: "text",
  comment: "text",
  header: "boolean",
  ragged: "boolean",
  decimal: "text",
  dateFormats: "texts",
} as const satisfies Readonly<Record<keyof FileForm, Kind>>;

/** The names of the options that say how files are written. */
export const FORM_OPTIONS = Object.keys(FORM_KINDS);

/** How a file of records is read. */
export interface ReadOptions extends FileForm {
  /** The name of a stream in messages; a file is called by its path. */
  readonly name?: string;
  /** The fields. Unless given, the first 10,000 records are looked at. */
  readonly schema?: Schema;
  /** The field that identifies a record, if the schema does not name it. */
  readonly key?: string;
  /** @internal The fields, with their types, of a file that this one must be like; it may not have others. */
  readonly like?: Schema;
}

/** A file's records, to be read once. */
export interface RecordFile {
  /** The schema of the records: the given one, or the one that was inferred. */
  readonly schema: Schema;
  /** The unit that the places of records count. */
  readonly unit: PlaceUnit;
  /** The columns of the file that no field can stand for, each with the reason. */
  readonly leftOut: readonly LeftOut[];
  /** The records, some at a time. */
  readonly batches: AsyncIterable<RecordBatch>;
  /** Closes the file, which is also done when the loop over its records ends, or is left. */
  close(): Promise<void>;
}

/** Some of a file's records. */
export interface RecordBatch {
  /** The fields that records of the schema have, in its order, so not the computed ones; blanks are `null`. */
  readonly records: readonly StoreRecord[];
  /** The line, or the number, of each record. */
  readonly places: readonly number[];
}

/**
 * Opens a file of records, or a stream of one, such as standard input. It is read as its records are asked for.
 *
 * @throws {@link StoreError}: `setup` if there is no such file, `data` with the place for a value that does not fit,
 * `unavailable` for a file that changed meanwhile.
 */
export async function readRecords(
  source: string | Bytes,
  options: ReadOptions,
  signal: AbortSignal,
): Promise<RecordFile> {
  requireReading(source, options, signal, "readRecords");
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

/** @throws `TypeError` for arguments from which nothing can be read. */
export function requireReading(
  source: unknown,
  options: ReadOptions,
  signal: unknown,
  call: string,
): void {
  const isStream = typeof source === "object" && source !== null && Symbol.asyncIterator in source;
  if (typeof source !== "string" && !isStream) {
    throw misuse(`\`${call}\`: the source`, "a path or a stream of bytes", source);
  }
  requireKind(options, "object", `\`${call}\`: the options`);
  requireOptions(options, call, {
    name: "text",
    key: "text",
    mostDistinct: "number",
  });
  requireForm(options, call);
  if (options.schema !== undefined) requireSchema(options.schema, call);
  requireKind(signal, "signal", `\`${call}\`: the signal`);
}

/** @throws `TypeError` for a form that no file can have. */
export function requireForm(options: FileForm, call: string): void {
  requireOptions(options, call, FORM_KINDS);
  const { encoding, format } = options;
  if (encoding !== undefined && !ENCODINGS.includes(encoding)) {
    throw misuse(`\`${call}\`: the encoding`, `one of ${ENCODINGS.join(", ")}`, encoding);
  }
  if (format !== undefined && !FILE_FORMATS.includes(format)) {
    throw misuse(`\`${call}\`: the format`, `one of ${FILE_FORMATS.join(", ")}`, format);
  }
  requireCsvForm(options);
}

/** The same batches; the file is closed after them. */
export async function* closing<T>(
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
async function recordsOf(
  source: FileHandle | Bytes,
  name: string,
  options: ReadOptions,
  signal: AbortSignal,
): Promise<Omit<RecordFile, "close">> {
  const file = await readValues(source, name, { ...options, hasOwnTexts: true }, signal);
  const make = recordMaker([...file.schema.stored.keys()]);
  const values: StoreValue[] = [];

  async function* batches(): AsyncIterable<RecordBatch> {
    for await (const { columns, places } of file.batches) {
      const records = places.map((_, row) => {
        for (const [index, column] of columns.entries()) values[index] = column[row] ?? null;
        return make(values);
      });
      yield { records, places };
    }
  }

  const { schema, unit, leftOut } = file;
  return { schema, unit, leftOut, batches: batches() };
}
