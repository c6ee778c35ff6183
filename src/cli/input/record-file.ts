import type { FileFormat } from "../../stores/files/file-format.ts";
import { type ReadOptions, type RecordFile, readRecords } from "../../stores/files/read-file.ts";
import { defined } from "../../util/defined.ts";
import { readSchemaFile, SCHEMA_OPTION } from "./schema-file.ts";

const INPUT_FORMATS = ["ndjson", "json", "csv", "parquet"] as const satisfies readonly FileFormat[];

/** The options of commands that read records. */
export const RECORDS_OPTIONS = {
  schema: {
    ...SCHEMA_OPTION,
    description: `${SCHEMA_OPTION.description} Unless given, the first 10,000 records tell the types.`,
  },
  key: {
    type: "text",
    value: "name",
    description: "The field that identifies a record, if the schema does not say.",
  },
  "input-format": {
    type: "text",
    value: "name",
    choices: INPUT_FORMATS,
    description:
      "How the records are written down; unless given, as the name of the file tells, and `ndjson` in the standard input.",
  },
} as const;

/** The values of those options. */
export interface RecordsOptions {
  readonly schema: string | undefined;
  readonly key: string | undefined;
  readonly "input-format": FileFormat | undefined;
}

export const RECORDS_DESCRIPTION =
  "A file of records (`.ndjson`, `.json`, `.csv`, each also with `.gz`, or `.parquet`); `-` reads the standard input.";

/** Opens a file of records, or the standard input. */
export async function openRecords(
  path: string,
  options: RecordsOptions,
  signal: AbortSignal,
): Promise<RecordFile> {
  const read = await readOptions(options);
  if (path !== "-") return readRecords(path, read, signal);
  const input = { format: "ndjson", name: "the standard input", ...read } as const;
  return readRecords(process.stdin, input, signal);
}

/** Options as the reader of files has them. */
export async function readOptions(options: RecordsOptions): Promise<ReadOptions> {
  const { schema, key, "input-format": format } = options;
  return defined({
    schema: schema === undefined ? undefined : await readSchemaFile(schema),
    key,
    format,
  });
}
