import type { RecordBatch } from "../../../data/stores/files/read-file.ts";
import type { StoreRecord } from "../../../data/stores/store.ts";
import type { Formula } from "../../../engine/index.ts";
import { shownRecord } from "../../../language/core/shown-record.ts";
import { isComputed, type Schema } from "../../../language/schema/index.ts";
import { ERROR } from "../../../language/values/plain.ts";
import { CliFailure, EXIT_CODES } from "../cli-failure.ts";
import { defineCommand } from "../command-line/define-command.ts";
import { compileFormula, TIME_ZONE_OPTION } from "../input/compile-formula.ts";
import { FIELDS_OPTION, fieldNames, SORT_OPTION, sortKeys } from "../input/field-options.ts";
import { formulaAndFiles } from "../input/formula-and-files.ts";
import { openRecords, standardRecords } from "../input/measured-records.ts";
import { PARAM_OPTION } from "../input/read-parameters.ts";
import { RECORDS_DESCRIPTION, RECORDS_OPTIONS } from "../input/record-file.ts";
import { readFormula } from "../input/standard-input.ts";
import {
  batchesOf,
  ESCAPE_OPTION,
  FORMAT_NAMES,
  type FormatName,
  formatNamed,
  formatOfName,
  type OutputOptions,
} from "../output/formats.ts";
import { isOutput, OUT_OPTION, refuseOnTerminal, writeResult } from "../output/result-file.ts";
import { inOrder } from "../output/sort-records.ts";
import { Progress } from "../terminal/progress.ts";

const BATCH = 1000;

type Lists = AsyncIterable<readonly StoreRecord[]>;

export const filter = defineCommand({
  name: "filter",
  summary: "Writes the records of files that a formula returns.",
  details: [
    "The files are read while the records are written, so they may have any size. With `--sort`, the returned records are held in memory. A file may also be given before the formula.",
    "A number with more digits than a number in a formula can have, such as `9007199254740993`, is a text with the digits of the file. In CSV, `1.10` is the number 1.1; a `--schema` in which the field is a text keeps it as it is. A date has milliseconds: finer digits are cut off. Fields of an object inside a record of JSON are named by their paths, such as `{address.city}`.",
  ],
  operands: {
    formula: { description: "The formula; `-` reads it from the standard input." },
    files: {
      optional: true,
      isFile: true,
      repeats: true,
      description: `${RECORDS_DESCRIPTION} Without files, the records are read from the standard input.`,
    },
  },
  options: {
    ...RECORDS_OPTIONS,
    param: PARAM_OPTION,
    "time-zone": TIME_ZONE_OPTION,
    fields: FIELDS_OPTION,
    sort: SORT_OPTION,
    limit: {
      type: "number",
      value: "count",
      least: 0,
      description: "The greatest number of records to write.",
    },
    count: { type: "flag", description: "Writes only the number of records." },
    format: {
      type: "text",
      value: "name",
      choices: FORMAT_NAMES,
      description:
        "The format of the output. By default, the name of `--out` decides, or else it is `table` on a terminal and `ndjson` elsewhere.",
    },
    "csv-escape-formulas": ESCAPE_OPTION,
    out: OUT_OPTION,
  },
  examples: [
    {
      command: `isoform filter 'AND({country} = "Italy", {price} < 50000)' cars.ndjson --sort price --limit 10`,
      explanation: "Writes the ten cheapest records that match.",
    },
    {
      command: "zcat cars.csv.gz | isoform filter '{year} > 2020' --format csv",
      explanation: "Reads the records from the standard input.",
    },
    {
      command:
        "isoform filter '{price} < 1500' 'export-*.csv' --decimal , --date-format DD.MM.YYYY",
      explanation: "Reads several CSV files as a spreadsheet writes them, as one table.",
    },
  ],
  async run({ operands, options, terminal }) {
    const { formula: given, files: named } = formulaAndFiles(operands);
    const files = named.length > 0 ? named : [standardRecords(terminal.host, given)];
    const source = await readFormula(terminal.host, given);
    const { count: isCount, out } = options;
    const width = isOutput(out) ? terminal.outputWidth : undefined;
    const name = options.format ?? formatOfName(out) ?? (width === undefined ? "ndjson" : "table");
    if (!isCount) refuseOnTerminal(name, out, terminal);
    const isEscaped = options["csv-escape-formulas"];
    if (isEscaped && (name !== "csv" || isCount)) {
      throw new CliFailure("usage", "--csv-escape-formulas needs --format csv");
    }
    const tried = { records: 0, errors: 0 };
    await writeResult(out, terminal, async (result, signal) => {
      const { file, measure } = await openRecords(files, options, terminal, signal);
      const { schema, batches } = file;
      const progress = new Progress(measure, terminal, { isQuiet: !terminal.isWatched });
      const write = async (chunk: string | Uint8Array): Promise<void> => {
        if (chunk.length > 0) progress.clear();
        await result.write(chunk);
      };
      try {
        const formula = compileFormula(source, schema, terminal, options);
        const chosen = fieldNames(schema, options.fields);
        const keys = sortKeys(schema, options.sort);
        if (isCount && (chosen !== undefined || keys.length > 0)) {
          throw new CliFailure("usage", "--count cannot be used with --fields or --sort");
        }
        const found = matching(batches, formula, tried, signal);
        const sorted = keys.length === 0 ? found : inOrder(found, schema, keys, options.limit);
        const limited = limit(sorted, options.limit ?? Number.POSITIVE_INFINITY);
        const chunks = isCount
          ? countOf(limited)
          : chunksOf(limited, name, schema, chosen, { width, isEscaped });
        const isJson = name === "json" || name === "ndjson";
        for await (const chunk of chunks) {
          const isShown = isOutput(out) && typeof chunk === "string";
          await write(isShown ? terminal.harmless(chunk, isJson) : chunk);
          signal.throwIfAborted();
        }
      } finally {
        progress.end();
        await file.close();
      }
    });
    if (tried.records > 0 && tried.errors === tried.records) {
      const each = tried.records === 1 ? "the only record" : `each of the ${tried.records} records`;
      throw new CliFailure("errors", `the formula is an error for ${each}, so it returns none`, {
        help: "`isoform eval` shows the value for each record; `explain --record` shows which part is the error",
      });
    }
    return EXIT_CODES.ok.code;
  },
});

/** The number of records tested, and the number of errors before the first record without one. */
interface Tried {
  records: number;
  errors: number;
}

/** The matching records, in batches. */
async function* matching(
  batches: AsyncIterable<RecordBatch>,
  formula: Formula,
  tried: Tried,
  signal: AbortSignal,
): Lists {
  for await (const { records } of batches) {
    signal.throwIfAborted();
    if (tried.errors === tried.records) tried.errors += errorsBefore(formula, records);
    tried.records += records.length;
    yield formula.filter(records);
  }
}

/** The number of records before the first one without an error. */
function errorsBefore(formula: Formula, records: readonly StoreRecord[]): number {
  const other = records.findIndex((record) => formula.evaluate(record) !== ERROR);
  return other < 0 ? records.length : other;
}

async function* countOf(lists: Lists): AsyncGenerator<string> {
  let count = 0;
  for await (const { length } of lists) count += length;
  yield `${count}\n`;
}

/** @param chosen the fields to write; all of the schema by default */
async function* chunksOf(
  lists: Lists,
  name: FormatName,
  { fields }: Schema,
  chosen: readonly string[] | undefined,
  options: OutputOptions,
): AsyncGenerator<string | Uint8Array> {
  const written = [...(chosen ?? fields.keys())].flatMap((field) => fields.get(field) ?? []);
  const isWhole = chosen === undefined && !written.some(isComputed);
  const shown = shownRecord(written);
  const format = await formatNamed(name, written, options);
  yield format.begin();
  for await (const records of lists) {
    for (const batch of batchesOf(records, BATCH)) {
      yield format.records(isWhole ? batch : batch.map(shown));
    }
  }
  yield format.end();
}

/** Stops reading after a number of records. */
async function* limit(lists: Lists, most: number): Lists {
  let left = most;
  if (left === 0) return;
  for await (const records of lists) {
    const taken = records.length > left ? records.slice(0, left) : records;
    left -= taken.length;
    if (taken.length > 0) yield taken;
    if (left === 0) return;
  }
}
