import { type FileHandle, open } from "node:fs/promises";
import type { LeftOut } from "../../../backends/arrow-layout/arrow-columns.ts";
import { requireSchema, type Schema } from "../../../language/schema/index.ts";
import { type ArgumentKind, misuse, requireKind, requireOptions } from "../../../util/misuse.ts";
import { StoreError, type StoreRecord } from "../store.ts";
import type { Bytes } from "./bytes.ts";
import { type CsvForm, requireCsvForm } from "./csv-dialect.ts";
import { type PositionUnit, reasonOf } from "./data-error.ts";
import { FILE_FORMATS, type FileFormat } from "./file-format.ts";
import { readValues } from "./read-values.ts";
import { recordMaker, type StoreValue } from "./record-shape.ts";
import { sameFile, whileSame } from "./same-file.ts";
import { ENCODINGS, type TextEncoding } from "./text-encoding.ts";
import type { TextFormOptions } from "./text-forms.ts";

/** The form of a file of records. */
export interface FileForm extends CsvForm, TextFormOptions {
  /** The encoding of a text file. By default, UTF-8 or the encoding of the byte order mark. */
  readonly encoding?: TextEncoding;
  /** The format. By default, it follows from the file's name. */
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
} as const satisfies Readonly<Record<keyof FileForm, ArgumentKind>>;

/** The names of the options in {@link FileForm}. */
export const FORM_OPTIONS = Object.keys(FORM_KINDS);

/** Options for reading a file of records. */
export interface ReadOptions extends FileForm {
  /** The name of a stream in messages; a file is named by its path. */
  readonly name?: string;
  /** The fields. By default, they are inferred from the first 10,000 records, or 16 MB of them. */
  readonly schema?: Schema;
  /** The field that identifies a record, if the schema does not name it. */
  readonly key?: string;
  /** Ends the reading: it fails with the signal's reason. */
  readonly signal?: AbortSignal;
  /** @internal The fields and types that the file must have, and no others. */
  readonly like?: Schema;
}

/** The records of a file. They can be read once. */
export interface RecordFile {
  /** The schema of the records: the given one, or the one that was inferred. */
  readonly schema: Schema;
  /** The unit in which records are numbered. */
  readonly unit: PositionUnit;
  /** The columns that no field can represent, each with the reason. */
  readonly leftOut: readonly LeftOut[];
  /** The records in batches. */
  readonly batches: AsyncIterable<RecordBatch>;
  /** Closes the file. Also happens when iteration over the records ends or is abandoned. */
  close(): Promise<void>;
}

/** A batch of the records of a file. */
export interface RecordBatch {
  /** The stored fields of the schema in order, without computed fields; blanks are `null`. */
  readonly records: readonly StoreRecord[];
  /** The line or the number of each record. */
  readonly positions: readonly number[];
}

/**
 * Opens a file of records, or a stream such as standard input. Reading is lazy: it follows the iteration over the
 * records.
 *
 * @throws {@link StoreError}: `setup` if there is no such file, `data` with the position of a value that does not fit,
 * `unavailable` for a file that changed while it was read.
 */
export async function readRecords(
  source: string | Bytes,
  options: ReadOptions = {},
): Promise<RecordFile> {
  requireReading(source, options, "readRecords");
  const { signal = new AbortController().signal } = options;
  if (typeof source !== "string") {
    const records = await recordsOf(source, options.name ?? "the input", options, signal);
    // A stream belongs to its creator.
    return { ...records, close: () => Promise.resolve() };
  }
  return readOpened(source, (file) => recordsOf(file, source, options, signal));
}

/** Opens a file and reads it. It is closed after its last batch, which fails if the file has changed. */
export async function readOpened(
  path: string,
  read: (file: FileHandle) => Promise<Omit<RecordFile, "close">>,
): Promise<RecordFile> {
  const file = await openFile(path);
  const close = (): Promise<void> => file.close();
  try {
    const expectSame = await sameFile(file, path);
    const records = await read(file);
    return { ...records, batches: closing(whileSame(records.batches, expectSame), close), close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** @throws `TypeError` for invalid arguments */
export function requireReading(source: unknown, options: ReadOptions, call: string): void {
  const isStream = typeof source === "object" && source !== null && Symbol.asyncIterator in source;
  if (typeof source !== "string" && !isStream) {
    throw misuse(`\`${call}\`: the source`, "a path or a stream of bytes", source);
  }
  requireKind(options, "object", `\`${call}\`: the options`);
  requireOptions(options, call, {
    name: "text",
    key: "text",
    mostDistinct: "number",
    signal: "signal",
  });
  requireForm(options, call);
  if (options.schema !== undefined) requireSchema(options.schema, call);
}

/** @throws `TypeError` for invalid options */
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

/** Yields the batches, and closes the file afterwards. */
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

/** @throws {@link StoreError} with the reason if a file cannot be opened */
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

/** The records of an open file or a stream. */
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
    for await (const { columns, positions } of file.batches) {
      const records = positions.map((_, row) => {
        for (const [index, column] of columns.entries()) values[index] = column[row] ?? null;
        return make(values);
      });
      yield { records, positions };
    }
  }

  const { schema, unit, leftOut } = file;
  return { schema, unit, leftOut, batches: batches() };
}
