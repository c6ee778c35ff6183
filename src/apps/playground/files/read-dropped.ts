import { Columns } from "../../../columns.ts";
import { formatOf } from "../../../data/stores/files/file-format.ts";
import { readRecords } from "../../../data/stores/files/read-file.ts";
import { readSchema, type SchemaJson } from "../../../index.ts";
import { chunksOf } from "../node/stream.ts";

/**
 * Reads a file that was dropped on the page, without uploading it.
 *
 * @param schema the fields; inferred by default
 * @param progress called with the number of records read so far
 * @throws `Error` with a message for people: with the line if the format is invalid, or a value does not fit the schema
 */
export async function readDropped(
  file: File,
  schema: SchemaJson | undefined,
  progress: (records: number) => void,
): Promise<Columns> {
  const { name } = file;
  if (formatOf(name) === "arrow") {
    throw new Error(`${name}: this page does not read Arrow, but CSV, NDJSON, JSON and Parquet`);
  }
  const given = schema === undefined ? undefined : readSchema(schema);
  if (given?.ok === false) throw new Error(given.problems.map(({ message }) => message).join("; "));
  const options = { name, ...(given === undefined ? {} : { schema: given.schema }) };
  const opened = await readRecords(chunksOf(file.stream()), options);
  const columns = Columns.from([], opened.schema);
  for await (const { records } of opened.batches) {
    columns.append(records);
    progress(columns.length);
  }
  return columns;
}
