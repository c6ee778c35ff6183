import { Buffer } from "node:buffer";
import type { FileHandle } from "node:fs/promises";
import { setImmediate as nextIteration } from "node:timers/promises";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import type { AsyncBuffer, Compressors, FileMetaData, ParquetParsers } from "hyparquet";
import type { StoredColumn } from "../../../backends/arrow-layout/stored-column.ts";
import { floored } from "../../../backends/arrow-layout/stored-integers.ts";
import type { Field } from "../../../language/schema/index.ts";
import { StoreError } from "../store.ts";
import type { Bytes } from "./bytes.ts";
import { dataError, reasonOf } from "./data-error.ts";
import { schemaOfColumns } from "./file-schema.ts";
import { parquetColumns, textDecoder } from "./parquet-columns.ts";
import type { RawBatch, RawFile } from "./raw-file.ts";

const BATCH = 4096;

export async function openParquet(
  file: AsyncBuffer,
  name: string,
  signal: AbortSignal,
): Promise<RawFile> {
  const [parquet, { compressors }] = await Promise.all([
    // The package's main entry does not resolve in bundles.
    import("hyparquet/src/index.js"),
    import("hyparquet-compressors"),
  ]);
  const decompressors: Compressors = {
    ...compressors,
    GZIP: (input, length) => gunzipSync(input, { maxOutputLength: Math.max(length, 1) }),
    BROTLI: (input, length) =>
      brotliDecompressSync(input, { maxOutputLength: Math.max(length, 1) }),
  };
  const decodeText = textDecoder();
  const parsers: Partial<ParquetParsers> = {
    // For the legacy type INT96.
    timestampFromNanoseconds: (ns) => new Date(Number(floored(ns, 1_000_000n))),
    stringFromBytes: decodeText,
  };
  const checked = <T>(work: () => Promise<T>): Promise<T> => run(work, name, signal);
  const opened = await checked(async () => {
    const metadata = await parquet.parquetMetadataAsync(file, {
      parsers,
      geoparquet: false,
    });
    const tree = parquet.parquetSchema(metadata);
    return { metadata, ...parquetColumns(metadata, tree, decodeText) };
  });
  const { metadata, columns, leftOut } = opened;
  requireRowCount(metadata, name);

  async function* read(fields: readonly Field[]): AsyncIterable<RawBatch> {
    const names = fields.map((field) => field.name);
    const byName = new Map(columns.map((column) => [column.name, column] as const).reverse());
    const wanted = fields.map(({ name: column, type }) => {
      const known = byName.get(column);
      return type === "text" ? (known?.spell ?? known?.decode) : known?.decode;
    });
    for await (const { from, data, length } of scanned(names)) {
      for (let at = 0; at < length; at += BATCH) {
        const to = Math.min(at + BATCH, length);
        yield {
          columns: data.map((cells, index) => decoded(wanted[index], cells, at, to)),
          positions: Array.from({ length: to - at }, (_, index) => from + at + index + 1),
        };
        await nextIteration();
      }
    }
  }

  /** The stored cells of some columns, by row group. */
  async function* scanned(names: readonly string[]): AsyncIterable<StoredRows> {
    const scan = await checked(() =>
      parquet.parquetScan({
        file,
        metadata,
        columns: [...names],
        utf8: false,
        geoparquet: false,
        parsers,
        compressors: decompressors,
      }),
    );
    for (const { rowStart, rowEnd } of scan.ranges) {
      const cells: ArrayLike<unknown>[] = [];
      for (const column of names) {
        const data = await checked(() => scan.readColumn({ column, rowStart, rowEnd }));
        if (data.length !== rowEnd - rowStart) {
          throw dataError(
            name,
            undefined,
            `a column has ${data.length} of ${rowEnd - rowStart} rows`,
          );
        }
        cells.push(data);
        await nextIteration();
      }
      yield { from: rowStart, data: cells, length: rowEnd - rowStart };
    }
  }

  /** Whether a column holds a number with more digits than a double holds. */
  async function hasLong({ name: column, isLong, safe }: StoredColumn): Promise<boolean> {
    if (isLong === undefined) return false;
    if (await checked(async () => isWithin(metadata, column, safe))) return false;
    for await (const { data } of scanned([column])) {
      if (Array.prototype.some.call(data[0] ?? [], isLong)) return true;
    }
    return false;
  }

  return {
    unit: "record",
    isText: false,
    names: columns.map((column) => column.name),
    leftOut,
    isInferred: false,
    schema: async () => {
      const long = new Set<string>();
      for (const column of columns) if (await hasLong(column)) long.add(column.name);
      return schemaOfColumns(columns, long);
    },
    read,
  };
}

/** @throws {@link StoreError} if a corrupt count would silently omit rows */
function requireRowCount({ num_rows: rows, row_groups: groups }: FileMetaData, name: string): void {
  const grouped = groups.reduce((sum, group) => sum + Number(group.num_rows), 0);
  if (grouped === Number(rows)) return;
  throw dataError(name, undefined, "its number of rows is not the sum of those of its row groups");
}

interface StoredRows {
  /** The number of the first row. */
  readonly from: number;
  /** For each column, one cell for each row. */
  readonly data: readonly ArrayLike<unknown>[];
  readonly length: number;
}

/** Whether the file's statistics bound the absolute values of a column by `most`. */
function isWithin({ row_groups }: FileMetaData, column: string, most = 0): boolean {
  return row_groups.every(({ columns }) => {
    const chunk = columns.find(({ meta_data: data }) => data?.path_in_schema.join(".") === column);
    const { min_value: least, max_value: greatest } = chunk?.meta_data?.statistics ?? {};
    return [least, greatest].every(
      (value) =>
        (typeof value === "number" || typeof value === "bigint") && Math.abs(Number(value)) <= most,
    );
  });
}

function decoded(
  decode: StoredColumn["decode"] | undefined,
  data: ArrayLike<unknown>,
  from: number,
  to: number,
): readonly unknown[] {
  const values: unknown[] = [];
  for (let index = from; index < to; index++) {
    values.push(decode === undefined ? data[index] : decode(data[index]));
  }
  return values;
}

async function run<T>(work: () => Promise<T>, name: string, signal: AbortSignal): Promise<T> {
  try {
    signal.throwIfAborted();
    return await work();
  } catch (error) {
    if (signal.aborted || error instanceof StoreError) throw error;
    throw dataError(name, undefined, `this is not a whole Parquet file: ${reasonOf(error)}`, error);
  }
}

/** A file as the `AsyncBuffer` of the reader. */
export async function parquetBuffer(file: FileHandle, name: string): Promise<AsyncBuffer> {
  const { size } = await file.stat();
  return {
    byteLength: size,
    slice: async (start, end = size) => {
      const bytes = new ArrayBuffer(Math.max(0, Math.min(end, size) - start));
      const { bytesRead } = await file.read(new Uint8Array(bytes), 0, bytes.byteLength, start);
      if (bytesRead < bytes.byteLength) throw dataError(name, undefined, "the file became shorter");
      return bytes;
    },
  };
}

/** A stream as the `AsyncBuffer` of the reader. Parquet metadata is at the end, so the whole stream is buffered. */
export async function parquetBufferOfStream(bytes: Bytes): Promise<AsyncBuffer> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of bytes) chunks.push(chunk);
  const whole = Buffer.concat(chunks);
  return {
    byteLength: whole.length,
    slice: (start, end = whole.length) => new Uint8Array(whole.subarray(start, end)).buffer,
  };
}
