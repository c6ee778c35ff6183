import { basename } from "node:path";
import type { ArrowForm } from "../../../data/stores/files/write-arrow.ts";
import { isDatabase, openDriver } from "../../../data/stores/open-store.ts";
import type { SqlDriver } from "../../../data/stores/sql/driver.ts";
import type { Schema } from "../../../language/schema/index.ts";
import { CliFailure, EXIT_CODES } from "../cli-failure.ts";
import { defineCommand, JSON_OPTION } from "../command-line/define-command.ts";
import { indexedFields } from "../input/field-options.ts";
import { openRecords } from "../input/measured-records.ts";
import { RECORDS_DESCRIPTION, RECORDS_OPTIONS } from "../input/record-file.ts";
import { formatOfName } from "../output/formats.ts";
import { Progress } from "../terminal/progress.ts";
import { interruptible } from "../terminal/signals.ts";
import type { Terminal } from "../terminal/terminal.ts";
import { importToArrow } from "./import-to-arrow.ts";

export const importRecords = defineCommand({
  name: "import",
  summary: "Puts the records of a file into a new table of a database.",
  details: [
    "The table appears only when it is complete and has its indexes. If something fails before, or you press Ctrl-C, the database stays as it was. The key of the schema becomes the primary key.",
    "An Arrow file has the records in the order of the key, and names the key. `serve` opens it several times as fast as the files from which it was made.",
  ],
  operands: {
    files: { isFile: true, repeats: true, description: RECORDS_DESCRIPTION },
    database: {
      description:
        "The database: `postgres://…`, `mariadb://…`, `mysql://…`, `clickhouse://…`, `sqlite:file` or `duckdb:file`; or an Arrow file: `cars.arrow`.",
    },
  },
  options: {
    ...RECORDS_OPTIONS,
    table: {
      type: "text",
      value: "name",
      description:
        "The table; `schema.table` for one in a schema. The default is the name of the file without its endings.",
    },
    index: {
      type: "text",
      value: "names",
      repeats: true,
      description:
        "The fields that get an index, with commas between them. Each field gets its own index.",
    },
    replace: {
      type: "flag",
      description:
        "Replaces a table or a file of the same name, in one step, when the new one is complete.",
    },
    quiet: { type: "flag", description: "Writes no messages unless it fails." },
    json: JSON_OPTION,
  },
  examples: [
    {
      command: "isoform import cars.ndjson sqlite:cars.db --key vin --index country,price",
      explanation: "Makes the table `cars` in an SQLite file.",
    },
    {
      command:
        "isoform import cars.parquet postgres://localhost/shop --table public.cars --key vin --replace",
      explanation: "Replaces the old table by a new one.",
    },
    {
      command: "isoform import cars.ndjson cars.arrow --key vin",
      explanation: "Makes a file that `isoform serve cars.arrow` opens quickly.",
    },
  ],
  async run({ operands, options, terminal }) {
    const { quiet } = options;
    const form = isDatabase(operands.database) ? undefined : arrowForm(operands.database);
    if (form !== undefined) {
      const made = await importToArrow(operands.files, operands.database, form, options, terminal);
      await sayResult(
        { file: operands.database },
        `in ${operands.database}`,
        made,
        options,
        terminal,
      );
      return EXIT_CODES.ok.code;
    }
    const { table = tableOf(operands.files[0] ?? "-") } = options;
    const { records, seconds } = await interruptible(
      terminal.host,
      "interrupted: nothing was changed",
      (signal) =>
        withDriver(operands.database, async (driver) => {
          const { file, measure } = await openRecords(operands.files, options, terminal, signal);
          const progress = new Progress(measure, terminal, { isQuiet: quiet });
          try {
            const { schema, batches } = file;
            needKey(schema);
            const indexes = indexedFields(schema, options.index);
            const { replace } = options;
            const writer = await driver.createTable(
              table.split("."),
              { schema, indexes, replace },
              signal,
            );
            try {
              for await (const batch of batches) {
                await writer.write(batch.records);
                signal.throwIfAborted();
              }
              await writer.finish();
            } catch (error) {
              await writer.abandon().catch((left: unknown) => sayWhatIsLeft(terminal, left));
              throw error;
            }
            return { records: measure.records, seconds: progress.seconds };
          } finally {
            progress.end();
            await file.close();
          }
        }),
    );
    await sayResult({ table }, `in the table ${table}`, { records, seconds }, options, terminal);
    return EXIT_CODES.ok.code;
  },
});

/** The result of an import. */
interface Imported {
  readonly records: number;
  readonly seconds: number;
}

async function sayResult(
  target: Readonly<Record<string, string>>,
  where: string,
  { records, seconds }: Imported,
  { quiet, json }: { readonly quiet: boolean; readonly json: boolean },
  terminal: Terminal,
): Promise<void> {
  if (json) {
    const result = { ...target, records, seconds: Math.round(seconds * 1000) / 1000 };
    await terminal.printJson({ ok: true, result, diagnostics: [] });
  } else if (!quiet) {
    terminal.say(`${records} records are ${where}, after ${seconds.toFixed(1)} s`);
  }
}

/** The form of Arrow by a file's extension; `undefined` for another format. */
function arrowForm(path: string): ArrowForm | undefined {
  const format = formatOfName(path);
  return format === "arrow" ? "file" : format === "arrows" ? "stream" : undefined;
}

async function withDriver<T>(
  database: string,
  work: (driver: SqlDriver) => Promise<T>,
): Promise<T> {
  const driver = await openDriver(database);
  if (driver === undefined) {
    throw new CliFailure("usage", `${JSON.stringify(database)} is not the address of a database`, {
      help: "an address is such as sqlite:cars.db or postgres://localhost/shop; a file is one of Arrow, such as cars.arrow",
    });
  }
  try {
    return await work(driver);
  } finally {
    await driver.close();
  }
}

function needKey(schema: Schema): void {
  if (schema.key !== undefined) return;
  const names = [...schema.fields.keys()].map((name) => JSON.stringify(name)).join(", ");
  throw new CliFailure("usage", "the key field is not known: name it with --key", {
    help: `the fields are ${names}`,
  });
}

/** The name of a file without its folder and extensions. */
function tableOf(path: string): string {
  const name = path === "-" ? "" : basename(path).replace(/(?:\.[a-z]+)+$/i, "");
  if (/^[\p{L}_][\p{L}\p{N}_]*$/u.test(name)) return name;
  throw new CliFailure("usage", "the table has no name: give it with --table");
}

function sayWhatIsLeft(terminal: Terminal, error: unknown): void {
  const reason = error instanceof Error ? error.message : String(error);
  terminal.say(
    `isoform: the unfinished table could not be removed; the next import of this table will remove it: ${reason}`,
  );
}
