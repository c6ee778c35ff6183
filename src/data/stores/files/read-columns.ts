import type { FileHandle } from "node:fs/promises";
import { Columns, type ColumnsOptions } from "../../../backends/columns/columns.ts";
import type { Bytes } from "./bytes.ts";
import { openFile, type ReadOptions, requireReading } from "./read-file.ts";
import { readValues } from "./read-values.ts";
import { sameFile } from "./same-file.ts";

/** The options of {@link readColumns}. */
export interface ReadColumnsOptions extends ReadOptions, ColumnsOptions {}

/**
 * Reads a file or a stream of records into columns, chunk by chunk: the file is never in memory as a whole, except for
 * a stream of Parquet, which is read from its end.
 *
 * @param source a file's path, or its bytes
 * @throws {@link StoreError}: `setup` if there is no such file, `data` with the position of a value that does not fit,
 * `unavailable` for a file that changed while it was read. The signal's reason if it aborts.
 */
export async function readColumns(
  source: string | Bytes,
  options: ReadColumnsOptions = {},
): Promise<Columns> {
  requireReading(source, options, "readColumns");
  const { signal = new AbortController().signal } = options;
  if (typeof source !== "string") {
    return await columnsOf(source, options.name ?? "the input", options, signal);
  }
  const file = await openFile(source);
  try {
    const expectSame = await sameFile(file, source);
    try {
      return await columnsOf(file, source, options, signal);
    } finally {
      // A concurrent change can also cause other errors; it is reported first.
      await expectSame();
    }
  } finally {
    await file.close();
  }
}

async function columnsOf(
  source: FileHandle | Bytes,
  name: string,
  options: ReadColumnsOptions,
  signal: AbortSignal,
): Promise<Columns> {
  const { schema, batches } = await readValues(source, name, options, signal);
  const columns = Columns.from([], schema, options);
  const names = [...schema.stored.keys()];
  for await (const batch of batches) {
    columns.appendColumns(
      Object.fromEntries(names.map((field, index) => [field, batch.columns[index] ?? []])),
    );
  }
  return columns;
}
