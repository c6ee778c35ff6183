import type { RecordBatch } from "../../../data/stores/files/read-file.ts";
import { isDatabase, openStore } from "../../../data/stores/open-store.ts";
import type { StoreRecord } from "../../../data/stores/store.ts";
import { summarizeStore } from "../../../data/stores/summarize-store.ts";
import {
  type SummaryPlan,
  type SummaryRecord,
  summarizeRecords,
} from "../../../data/summary/index.ts";
import type { Schema } from "../../../language/schema/index.ts";
import { defined } from "../../../util/defined.ts";
import { CliFailure } from "../cli-failure.ts";
import { describedLines } from "../output/described-lines.ts";
import type { Terminal } from "../terminal/terminal.ts";
import { openRecords } from "./measured-records.ts";
import { formOf, type RecordsOptions } from "./record-file.ts";
import { readSchemaFile } from "./schema-file.ts";

/** A source of records for a single summary. */
export interface SummarizedRecords {
  readonly schema: Schema;
  summarize(plan: SummaryPlan): Promise<readonly SummaryRecord[]>;
  close(): Promise<void>;
}

interface SourceOptions extends RecordsOptions {
  /** The table, if the source is a database. */
  readonly table: string | undefined;
}

/** Records summarized between two checks of the signal. */
const CHUNK_RECORDS = 256;

/** Opens files for reading, or a database table, which computes the groups itself if it can. */
export async function openSummarized(
  sources: readonly string[],
  options: SourceOptions,
  terminal: Terminal,
  signal: AbortSignal,
): Promise<SummarizedRecords> {
  if (sources.some(isDatabase)) return openDatabase(sources, options, terminal, signal);
  if (options.table !== undefined) {
    throw new CliFailure("usage", "--table is for databases: a file has no table");
  }
  const { file } = await openRecords(sources, options, terminal, signal);
  const { schema, batches } = file;
  return {
    schema,
    summarize: (plan) =>
      summarizeRecords(
        plan,
        matching(batches, plan),
        {},
        {
          sizeFor: () => CHUNK_RECORDS,
          pause: () => (signal.aborted ? Promise.reject(signal.reason) : undefined),
        },
      ),
    close: () => file.close(),
  };
}

async function openDatabase(
  sources: readonly string[],
  options: SourceOptions,
  terminal: Terminal,
  signal: AbortSignal,
): Promise<SummarizedRecords> {
  const { table, schema, key } = options;
  if (table === undefined)
    throw new CliFailure("usage", "the table is missing: name it with --table");
  const given = schema === undefined ? undefined : await readSchemaFile(schema);
  const store = await openStore(sources, {
    ...formOf(options),
    ...defined({ key, schema: given }),
    table: table.split("."),
  });
  const { refused = [], warnings = [] } = store;
  for (const line of describedLines({ refused, warnings })) terminal.say(line);
  return {
    schema: store.schema,
    summarize: (plan) => summarizeStore(store, plan, { signal }),
    close: () => store.close(),
  };
}

async function* matching(
  batches: AsyncIterable<RecordBatch>,
  { filter }: SummaryPlan,
): AsyncGenerator<readonly StoreRecord[]> {
  for await (const { records } of batches) {
    yield filter === undefined ? records : filter.filter(records);
  }
}
