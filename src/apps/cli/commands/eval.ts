import { type Formula, isErrorValue } from "../../../engine/index.ts";
import { checkRow, inferSchema } from "../../../language/schema/index.ts";
import { CliFailure, EXIT_CODES } from "../cli-failure.ts";
import { defineCommand, JSON_OPTION } from "../command-line/define-command.ts";
import { compileFormula, TIME_ZONE_OPTION } from "../input/compile-formula.ts";
import { openRecords } from "../input/measured-records.ts";
import { RECORD_OPTION, readRecord } from "../input/one-record.ts";
import { PARAM_OPTION } from "../input/read-parameters.ts";
import { RECORDS_DESCRIPTION, RECORDS_OPTIONS } from "../input/record-file.ts";
import { readSchemaFile } from "../input/schema-file.ts";
import { readFormula } from "../input/standard-input.ts";
import { jsonValue, shownValue } from "../output/value-text.ts";
import { Progress } from "../terminal/progress.ts";
import type { Terminal } from "../terminal/terminal.ts";

export const evaluate = defineCommand({
  name: "eval",
  summary: "Computes a formula's value for a record, or for each record of a file.",
  details: [
    "Values are written as text, one on each line. A blank is an empty line, and an error is `#ERROR`. With `--json`, each value is a JSON object with its type. The exit code is 1 if a value is an error.",
  ],
  operands: {
    formula: { description: "The formula; `-` reads it from the standard input." },
    files: { optional: true, isFile: true, repeats: true, description: RECORDS_DESCRIPTION },
  },
  options: {
    record: RECORD_OPTION,
    param: PARAM_OPTION,
    "time-zone": TIME_ZONE_OPTION,
    ...RECORDS_OPTIONS,
    json: JSON_OPTION,
  },
  examples: [
    { command: "isoform eval 'ROUND(10 / 3, 2)'", explanation: "Writes 3.33." },
    {
      command: `isoform eval '{price} * 1.22' --record '{"price":43990}'`,
      explanation: "Writes the value for one record.",
    },
    {
      command: `isoform eval 'LEFT({title}, 7)' cars.ndjson`,
      explanation: "Writes a value for each record of the file.",
    },
  ],
  async run({ operands, options, terminal }) {
    const { files } = operands;
    const hasFiles = files.length > 0;
    if (hasFiles && options.record !== undefined) {
      throw new CliFailure("usage", "give a --record or a file of records, not both");
    }
    if ([operands.formula, ...files, options.record].filter((given) => given === "-").length > 1) {
      throw new CliFailure("usage", "only one argument can come from the standard input");
    }
    const source = await readFormula(terminal.host, operands.formula);
    if (!hasFiles) {
      const record =
        options.record === undefined ? {} : await readRecord(terminal.host, options.record);
      const schema =
        options.schema === undefined ? inferSchema([record]) : await readSchemaFile(options.schema);
      const formula = compileFormula(source, schema, terminal, options);
      for (const { message } of checkRow(schema, record)) {
        terminal.say(`isoform: ${message}: it counts as blank`);
      }
      return codeOf(await printValues(formula, [record], terminal, options.json));
    }
    const { file, measure } = await openRecords(files, options, terminal);
    const progress = new Progress(measure, terminal, { isQuiet: !terminal.isWatched });
    try {
      const formula = compileFormula(source, file.schema, terminal, options);
      let errors = 0;
      for await (const { records } of file.batches) {
        progress.clear();
        errors += await printValues(formula, records, terminal, options.json);
      }
      return codeOf(errors);
    } finally {
      progress.end();
      await file.close();
    }
  },
});

function codeOf(errors: number): number {
  return errors === 0 ? EXIT_CODES.ok.code : EXIT_CODES.data.code;
}

/** @returns the number of values that are errors */
async function printValues(
  formula: Formula,
  records: readonly object[],
  terminal: Terminal,
  json: boolean,
): Promise<number> {
  const { type, warnings } = formula;
  let errors = 0;
  let text = "";
  for (const record of records) {
    const value = formula.evaluate(record);
    if (isErrorValue(value)) errors++;
    const line = json
      ? JSON.stringify({
          ok: true,
          result: { type, value: jsonValue(value) },
          diagnostics: warnings,
        })
      : shownValue(value);
    text += `${line}\n`;
  }
  await terminal.write(terminal.harmless(text, json));
  return errors;
}
