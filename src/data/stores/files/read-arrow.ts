import { Buffer } from "node:buffer";
import type { FileHandle } from "node:fs/promises";
import { setImmediate as nextIteration } from "node:timers/promises";
import type { RecordBatch } from "apache-arrow";
import {
  type ArrowColumn,
  arrowColumns,
  dataOf,
} from "../../../backends/arrow-layout/arrow-columns.ts";
import { KEY_NAME } from "../../../backends/arrow-layout/arrow-data.ts";
import type { Field } from "../../../language/schema/index.ts";
import { loadPackage, property } from "../load-package.ts";
import { StoreError } from "../store.ts";
import { lookAhead } from "./batches.ts";
import { type Bytes, bytesOfFile, bytesOfStream, isHandle, peek } from "./bytes.ts";
import { dataError, reasonOf } from "./data-error.ts";
import { schemaOfColumns } from "./file-schema.ts";
import { decompressLz4Frame } from "./lz4-frame.ts";
import { textDecoder } from "./parquet-columns.ts";
import type { RawBatch, RawFile } from "./raw-file.ts";

const BATCH = 4096;

/** A batch of the file with the numbers of its records. */
interface Rows {
  readonly batch: RecordBatch;
  readonly positions: readonly number[];
}

/** Opens an Arrow file (Feather is the same format) or an Arrow stream. */
export async function openArrow(
  source: FileHandle | Bytes,
  name: string,
  signal: AbortSignal,
): Promise<RawFile> {
  const arrow = await arrowPackage();
  const checked = async <T>(work: () => Promise<T>): Promise<T> => {
    try {
      signal.throwIfAborted();
      return await work();
    } catch (error) {
      if (signal.aborted || error instanceof StoreError) throw error;
      throw dataError(name, undefined, `this is not a whole Arrow file: ${reasonOf(error)}`, error);
    }
  };
  const { reader, columns, leftOut, key } = await checked(async () => {
    // The package detects the kind of source; its types have one overload for each kind, and none for a union.
    const given = (await sourceOf(source, name, signal)) as AsyncIterable<Uint8Array<ArrayBuffer>>;
    const made = await arrow.RecordBatchReader.from(given);
    const opened = await made.open({ autoDestroy: false });
    const known = arrowColumns(opened.schema.fields, textDecoder());
    return { reader: opened, ...known, key: keyOf(opened.schema.metadata, known.columns) };
  });

  async function* rows(): AsyncGenerator<Rows> {
    if (columns.length === 0) return;
    const total = batchCount(reader);
    for (let count = 0, batchesRead = 0; ; ) {
      const next = await checked(async () => reader.next());
      if (next.done === true) {
        await checked(async () => requireAllBatches(batchesRead, total));
        return;
      }
      if (isBatch(arrow, next.value)) batchesRead++;
      const batch: RecordBatch = next.value;
      await checked(async () => {
        for (const { index } of columns) dataOf(batch, index);
      });
      const from = count + 1;
      count += batch.numRows;
      yield { batch, positions: Array.from({ length: batch.numRows }, (_, row) => from + row) };
    }
  }
  let batches: AsyncIterable<Rows> = rows();

  async function* read(fields: readonly Field[]): AsyncIterable<RawBatch> {
    const byName = new Map(columns.map((column) => [column.name, column] as const).reverse());
    const wanted = fields.map(({ name: field, type }) => {
      const column = byName.get(field);
      return (
        column && {
          column,
          decode: type === "text" ? (column.spell ?? column.decode) : column.decode,
        }
      );
    });
    for await (const { batch, positions } of batches) {
      const cells = wanted.map((one) => one && { ...one, cell: cellsOf(one.column, batch) });
      for (let from = 0; from < positions.length; from += BATCH) {
        const to = Math.min(from + BATCH, positions.length);
        yield await checked(async () => ({
          columns: cells.map((one) =>
            Array.from({ length: to - from }, (_, index) => one?.decode(one.cell(from + index))),
          ),
          positions: positions.slice(from, to),
        }));
        await nextIteration();
      }
    }
  }

  return {
    unit: "record",
    isText: false,
    names: columns.map((column) => column.name),
    leftOut,
    key,
    isInferred: false,
    schema: async () => {
      const long = new Set<string>();
      const mayBeLong = columns.filter((column) => column.isLong !== undefined);
      if (mayBeLong.length > 0) {
        const { first, all } = await lookAhead(batches, ({ batch }) => batch.data.byteLength);
        batches = all;
        for (const { batch, positions } of first) {
          for (const column of mayBeLong) {
            const cell = cellsOf(column, batch);
            if (positions.some((_, row) => column.isLong?.(cell(row)))) long.add(column.name);
          }
        }
      }
      return schemaOfColumns(columns, long);
    },
    read,
  };
}

/** The field that the metadata names as the key, if it can be one. */
function keyOf(
  metadata: ReadonlyMap<string, string>,
  columns: readonly ArrowColumn[],
): string | undefined {
  const noted = columns.find(({ name }) => name === metadata.get(KEY_NAME));
  return noted?.type === "text" || noted?.type === "number" ? noted.name : undefined;
}

function cellsOf({ index, read }: ArrowColumn, batch: RecordBatch): (row: number) => unknown {
  return read(dataOf(batch, index));
}

export type Arrow = typeof import("apache-arrow");

/** The oldest version that supports compression and string views. */
const OLDEST = 21;

/** @throws {@link StoreError} if the package is missing or too old */
export async function arrowPackage(): Promise<Arrow> {
  const loaded = await loadPackage("apache-arrow");
  const found = [loaded, property(loaded, "default")].find(isArrow);
  if (found === undefined) {
    throw new StoreError(
      "setup",
      `the package apache-arrow is older than ${OLDEST}: npm install apache-arrow`,
    );
  }
  const { compressors } = await import("hyparquet-compressors");
  const { compressionRegistry: codecs, CompressionType: types } = found;
  if (codecs.get(types.LZ4_FRAME) === null) {
    codecs.set(types.LZ4_FRAME, { decode: decompressLz4Frame });
  }
  const zstd = compressors.ZSTD;
  if (codecs.get(types.ZSTD) === null && zstd !== undefined) {
    codecs.set(types.ZSTD, { decode: (input) => zstd(input, 0) });
  }
  return found;
}

function isArrow(candidate: unknown): candidate is Arrow {
  return ["RecordBatchReader", "compressionRegistry", "BinaryView"].every(
    (name) => property(candidate, name) !== undefined,
  );
}

/** The first bytes of an Arrow file; a stream has none. */
export const FILE_MAGIC = "ARROW1";
const FEATHER_1 = "FEA1";

/** The source in the form that the package reads: random access to a file, or the bytes of a file or stream. */
async function sourceOf(source: FileHandle | Bytes, name: string, signal: AbortSignal) {
  const file = isHandle(source) ? source : undefined;
  const bytes = isHandle(source) ? bytesOfFile(source, signal) : bytesOfStream(source, signal);
  const { head, all } = await peek(bytes, FILE_MAGIC.length);
  const magic = Buffer.from(head.subarray(0, FILE_MAGIC.length)).toString("latin1");
  if (magic.startsWith(FEATHER_1)) {
    const problem = "this is Feather of version 1: write it as version 2, which is Arrow";
    throw dataError(name, undefined, problem);
  }
  if (magic !== FILE_MAGIC) return wholeStream(all);
  if (file !== undefined) return positionsOf(file);
  const chunks: Uint8Array[] = [];
  for await (const chunk of all) chunks.push(chunk);
  return Buffer.concat(chunks);
}

/** Whether a batch was read: without any, the package returns a placeholder, whose class is another. */
export function isBatch(arrow: Arrow, batch: RecordBatch): boolean {
  return batch.constructor === arrow.RecordBatch;
}

/** The number of batches by the footer of a file; `undefined` for a stream. */
export function batchCount(reader: {
  isFile(): boolean;
  readonly numRecordBatches: number;
}): number | undefined {
  return reader.isFile() ? reader.numRecordBatches : undefined;
}

/**
 * The package stops without an error at a batch of a file that it cannot read.
 *
 * @throws `Error` if that happened
 */
export function requireAllBatches(batchesRead: number, count: number | undefined): void {
  if (count !== undefined && batchesRead !== count) {
    throw new Error(`only ${batchesRead} of its ${count} batches can be read`);
  }
}

/** The continuation marker before each message, except in the oldest version of the format. */
const CONTINUED = 0xff;
/** The end-of-stream marker. */
const END: readonly number[] = [0xff, 0xff, 0xff, 0xff, 0, 0, 0, 0];

/**
 * Whether a stream ends with its end marker: without this check, one truncated between two batches would look complete.
 *
 * @param head its first four bytes
 */
export function endsAsStream(head: Uint8Array, bytes: Uint8Array): boolean {
  const mark = head.every((byte) => byte === CONTINUED) ? END : END.slice(4);
  return (
    bytes.length >= mark.length &&
    mark.every((byte, index) => bytes.at(index - mark.length) === byte)
  );
}

/** The bytes of a stream, unchanged. @throws `Error` if the end marker is missing */
async function* wholeStream(bytes: Bytes): Bytes {
  const { head, all } = await peek(bytes, 4);
  let end: Uint8Array = new Uint8Array(0);
  for await (const chunk of all) {
    end = Buffer.concat([end, chunk.subarray(-END.length)]).subarray(-END.length);
    yield chunk;
  }
  if (!endsAsStream(head.subarray(0, 4), end)) {
    throw new Error("the Arrow stream has no end: it was cut off");
  }
}

/** Random access to a file for the package. The package closes what it reads, but the file belongs to the caller. */
function positionsOf(file: FileHandle) {
  return {
    fd: 0,
    stat: () => file.stat(),
    close: (): Promise<void> => Promise.resolve(),
    read: (into: Uint8Array, at: number, length: number, from: number) =>
      file.read(into, at, length, from),
  };
}
