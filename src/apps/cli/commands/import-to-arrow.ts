import { existsSync } from "node:fs";
import { needKey } from "../../../data/stores/files/file-schema.ts";
import { RecordOffsets } from "../../../data/stores/files/record-offsets.ts";
import type { ArrowForm } from "../../../data/stores/files/write-arrow.ts";
import { arrowOfTable } from "../../../data/stores/memory/arrow-of-table.ts";
import { TableBuilder } from "../../../data/stores/memory/table-builder.ts";
import { TimeSlice } from "../../../data/stores/time-slice.ts";
import { CliFailure } from "../cli-failure.ts";
import { openRecords } from "../input/measured-records.ts";
import type { RecordsOptions } from "../input/record-file.ts";
import { writeResult } from "../output/result-file.ts";
import { Progress } from "../terminal/progress.ts";
import type { Terminal } from "../terminal/terminal.ts";

interface ImportOptions extends RecordsOptions {
  readonly table: string | undefined;
  readonly index: readonly string[];
  readonly replace: boolean;
  readonly quiet: boolean;
}

/** Writes records of files to an Arrow file, in the order of their key. */
export async function importToArrow(
  files: readonly string[],
  path: string,
  form: ArrowForm,
  options: ImportOptions,
  terminal: Terminal,
): Promise<{ readonly records: number; readonly seconds: number }> {
  if (options.table !== undefined || options.index.length > 0) {
    throw new CliFailure("usage", "--table and --index are for databases, not for a file");
  }
  if (!options.replace && existsSync(path)) {
    throw new CliFailure("usage", `there is a file ${path}: add --replace to replace it`);
  }
  let made = { records: 0, seconds: 0 };
  await writeResult(path, terminal, async (result, signal) => {
    const { file, measure } = await openRecords(files, options, terminal, signal);
    const progress = new Progress(measure, terminal, { isQuiet: options.quiet });
    try {
      const { schema, unit } = file;
      const builder = new TableBuilder(schema, needKey(schema, files[0] ?? "-"));
      const names = [...schema.stored.keys()];
      const positions = new RecordOffsets();
      for await (const batch of file.batches) {
        builder.add(names.map((name) => batch.records.map((record) => record[name] ?? null)));
        positions.add(batch.positions);
        signal.throwIfAborted();
      }
      const slice = new TimeSlice({ signal });
      const positionOf = (row: number): string =>
        `${files.join(", ")}, ${unit} ${positions.at(row)}`;
      const table = await builder.finish("", positionOf, slice);
      for await (const chunk of arrowOfTable(table, form, slice)) await result.write(chunk);
      made = { records: measure.records, seconds: progress.seconds };
    } finally {
      progress.end();
      await file.close();
    }
  });
  return made;
}
