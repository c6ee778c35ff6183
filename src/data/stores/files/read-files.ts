import type { ReadOptions, RecordBatch, RecordFile } from "./read-file.ts";

export type OpenRecordFile = (path: string, options: ReadOptions) => Promise<RecordFile>;

/**
 * Concatenates the records of several files. The fields come from the first file unless a schema is given, and the
 * other files must have the same ones.
 */
export async function readTogether(
  paths: readonly [string, ...string[]],
  options: ReadOptions,
  open: OpenRecordFile,
): Promise<RecordFile> {
  const [path, ...others] = paths;
  const first = await open(path, options);
  if (others.length === 0) return first;
  const { schema } = first;
  const { key: _, ...rest } = options;
  let current = first;

  async function* batches(): AsyncIterable<RecordBatch> {
    yield* first.batches;
    for (const other of others) {
      current = await open(
        other,
        options.schema === undefined ? { ...rest, like: schema } : options,
      );
      yield* current.batches;
    }
  }

  return { ...first, batches: batches(), close: () => current.close() };
}
