import type { FileHandle } from "node:fs/promises";
import { type Bytes, bytesOfFile, bytesOfStream, unzipped } from "./bytes.ts";
import type { FileFormat } from "./file-format.ts";
import { JsonParser } from "./json-texts.ts";
import type { RawRecords } from "./raw-records.ts";
import { openCsv } from "./read-csv.ts";
import { readJson } from "./read-json.ts";
import { readNdjson } from "./read-ndjson.ts";
import { openParquet, parquetBuffer, parquetBufferOfStream } from "./read-parquet.ts";

/**
 * Begins to read a file, or a stream: of CSV its first line, of Parquet its metadata.
 *
 * @param areOwn whether each text is to have memory of its own
 */
export async function openRaw(
  source: FileHandle | Bytes,
  name: string,
  format: FileFormat,
  areOwn: boolean,
  signal: AbortSignal,
): Promise<RawRecords> {
  if (format === "parquet") {
    const buffer = isFile(source)
      ? await parquetBuffer(source, name)
      : await parquetBufferOfStream(bytesOfStream(source, signal));
    const { columns, read } = await openParquet(buffer, name, signal);
    const fields = Object.fromEntries(columns.map((column) => [column.name, column.type]));
    return { kind: "columns", unit: "record", fields, read };
  }
  const plain = isFile(source) ? bytesOfFile(source, signal) : bytesOfStream(source, signal);
  const bytes = await unzipped(plain, name);
  switch (format) {
    case "ndjson":
    case "json": {
      const [unit, read] =
        format === "ndjson" ? (["line", readNdjson] as const) : (["record", readJson] as const);
      const parser = new JsonParser(name, unit);
      return { kind: "objects", unit, parser, texts: read(bytes, name, areOwn) };
    }
    case "csv":
      return { kind: "texts", unit: "line", ...(await openCsv(bytes, name, areOwn)) };
  }
}

function isFile(source: FileHandle | Bytes): source is FileHandle {
  return "fd" in source && typeof source.fd === "number" && !(Symbol.asyncIterator in source);
}
