import { Buffer } from "node:buffer";
import type { FileHandle } from "node:fs/promises";
import { setImmediate as turn } from "node:timers/promises";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import type { AsyncBuffer, ParquetParsers } from "hyparquet";
import { defineSchema } from "../../schema/index.ts";
import { StoreError } from "../store.ts";
import type { Bytes } from "./bytes.ts";
import { dataError, reasonOf } from "./data-error.ts";
import { type ParquetColumn, parquetColumns, textDecoder } from "./parquet-columns.ts";
import type { RawBatch, RawFile } from "./raw-file.ts";

const BATCH = 4096;

/** Floors, as reading a date's text does. */
const DATES: Partial<ParquetParsers> = {
  timestampFromMilliseconds: (ms) => new Date(Number(ms)),
  timestampFromMicroseconds: (us) => dateOf(us, 1000n),
  timestampFromNanoseconds: (ns) => dateOf(ns, 1_000_000n),
};

function dateOf(value: bigint, unit: bigint): Date {
  const whole = value / unit;
  return new Date(Number(value % unit < 0n ? whole - 1n : whole));
}

/** Begins to read a Parquet file. */
export async function openParquet(
  file: AsyncBuffer,
  name: string,
  signal: AbortSignal,
): Promise<RawFile> {
  const [parquet, { compressors }] = await Promise.all([
    // The package's main entry is of another form of Node's modules than bundles know.
    import("hyparquet/src/index.js"),
    import("hyparquet-compressors"),
  ]);
  const decodeText = textDecoder();
  const parsers: Partial<ParquetParsers> = { ...DATES, stringFromBytes: decodeText };
  const checked = <T>(work: () => Promise<T>): Promise<T> => run(work, name, signal);
  const opened = await checked(async () => {
    const metadata = await parquet.parquetMetadataAsync(file, {
      parsers,
      geoparquet: false,
    });
    const columns = parquetColumns(metadata, parquet.parquetSchema(metadata), decodeText);
    return { metadata, columns };
  });
  const { metadata, columns } = opened;

  async function* read(names: readonly string[]): AsyncIterable<RawBatch> {
    const wanted = names.map((column) => columns.find((known) => known.name === column));
    const scan = await checked(() =>
      parquet.parquetScan({
        file,
        metadata,
        columns: [...names],
        utf8: false,
        geoparquet: false,
        parsers,
        compressors: {
          ...compressors,
          GZIP: (input, length) => gunzipSync(input, { maxOutputLength: Math.max(length, 1) }),
          BROTLI: (input, length) =>
            brotliDecompressSync(input, { maxOutputLength: Math.max(length, 1) }),
        },
      }),
    );
    for (const { rowStart, rowEnd } of scan.ranges) {
      const cells: ArrayLike<unknown>[] = [];
      for (const column of names) {
        const data = await checked(async () => scan.readColumn({ column, rowStart, rowEnd }));
        if (data.length !== rowEnd - rowStart) {
          throw dataError(
            name,
            undefined,
            `a column has ${data.length} of ${rowEnd - rowStart} rows`,
          );
        }
        cells.push(data);
        await turn();
      }
      for (let from = rowStart; from < rowEnd; from += BATCH) {
        const to = Math.min(from + BATCH, rowEnd);
        yield {
          columns: cells.map((data, index) =>
            decoded(wanted[index], data, from - rowStart, to - rowStart),
          ),
          places: Array.from({ length: to - from }, (_, index) => from + index + 1),
        };
        await turn();
      }
    }
  }

  const fields = columns.map((column) => [column.name, column.type] as const);
  return {
    unit: "record",
    isText: false,
    names: fields.map(([field]) => field),
    isInferred: false,
    schema: async () => defineSchema(Object.fromEntries(fields)),
    read,
  };
}

function decoded(
  column: ParquetColumn | undefined,
  data: ArrayLike<unknown>,
  from: number,
  to: number,
): readonly unknown[] {
  const values: unknown[] = [];
  for (let index = from; index < to; index++) {
    values.push(column === undefined ? data[index] : column.decode(data[index]));
  }
  return values;
}

async function run<T>(work: () => Promise<T>, name: string, signal: AbortSignal): Promise<T> {
  try {
    signal.throwIfAborted();
    return await work();
  } catch (error) {
    if (signal.aborted || error instanceof StoreError) throw error;
    throw dataError(name, undefined, `this is no whole Parquet file: ${reasonOf(error)}`, error);
  }
}

/** A file as the reader takes it. */
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

/** A stream as the reader takes it: Parquet begins at its end, so all of it has to be there. */
export async function parquetBufferOfStream(bytes: Bytes): Promise<AsyncBuffer> {
  const pieces: Uint8Array[] = [];
  for await (const piece of bytes) pieces.push(piece);
  const whole = Buffer.concat(pieces);
  return {
    byteLength: whole.length,
    slice: (start, end = whole.length) => new Uint8Array(whole.subarray(start, end)).buffer,
  };
}
