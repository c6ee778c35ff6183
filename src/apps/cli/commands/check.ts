import {
  type CheckOptions,
  type CheckResult,
  check as checkFormula,
} from "../../../engine/index.ts";
import type { Schema } from "../../../language/schema/index.ts";
import { render } from "../../../language/syntax/index.ts";
import { CliFailure, EXIT_CODES } from "../cli-failure.ts";
import { defineCommand, JSON_OPTION } from "../command-line/define-command.ts";
import { FORMULA_HAS_ERRORS, TIME_ZONE_OPTION, zoneOption } from "../input/compile-formula.ts";
import { PARAM_OPTION, readParameters } from "../input/read-parameters.ts";
import { readSchemaFile, SCHEMA_OPTION } from "../input/schema-file.ts";
import { readFormula, readStandardInput } from "../input/standard-input.ts";
import type { JsonAnswer, Terminal } from "../terminal/terminal.ts";

/** The limit for the bytes of a list of formulas. */
const MOST_BYTES_OF_LINES = 256 * 1024 * 1024;

export const check = defineCommand({
  name: "check",
  summary: "Checks a formula without running it.",
  details: [
    "The result is a list of errors and warnings, which goes to the standard output. Each of them has its position in the formula, and often says what to write instead. Without a schema, the syntax and the names of functions are checked, and fields may have any name and type.",
  ],
  operands: {
    formula: {
      optional: true,
      description: "The formula. If it is `-` or missing, it is read from the standard input.",
    },
  },
  options: {
    schema: SCHEMA_OPTION,
    param: PARAM_OPTION,
    "time-zone": TIME_ZONE_OPTION,
    lines: {
      type: "flag",
      description: "Reads many formulas from the standard input, one on each line.",
    },
    json: JSON_OPTION,
  },
  examples: [
    {
      command: "isoform check '{price} < 50000' --schema cars.schema.json",
      explanation: "Shows the type of the formula's value, and the fields that it reads.",
    },
    {
      command: "isoform check 'LEFT({title)'",
      explanation: "Shows what is wrong, and ends with the exit code 1.",
    },
    {
      command: "isoform check --lines --json < formulas.txt",
      explanation: "Writes one result in JSON for each line that is not empty.",
    },
  ],
  async run({ operands, options, terminal }) {
    const schema = options.schema === undefined ? undefined : await readSchemaFile(options.schema);
    const given: CheckOptions = {
      ...zoneOption(options["time-zone"]),
      parameters: readParameters(options.param)?.types,
    };
    if (options.lines) {
      if (operands.formula !== undefined && operands.formula !== "-") {
        throw new CliFailure(
          "usage",
          "--lines reads formulas from the standard input: leave the formula out",
        );
      }
      return checkLines(schema, given, terminal, options.json);
    }
    const source = await readFormula(terminal.host, operands.formula);
    const result = checkFormula(source, schema, given);
    if (options.json) await terminal.printJson(jsonOf(result));
    else
      await terminal.print(
        [...rendered(source, result, terminal), ...verdict(result)].join("\n\n"),
      );
    return codeOf(result);
  },
});

async function checkLines(
  schema: Schema | undefined,
  given: CheckOptions,
  terminal: Terminal,
  json: boolean,
): Promise<number> {
  const lines = (await readStandardInput(terminal.host, MOST_BYTES_OF_LINES)).split(/\r?\n/);
  let count = 0;
  let wrong = 0;
  for (const [index, source] of lines.entries()) {
    if (source.trim() === "") continue;
    const result = checkFormula(source, schema, given);
    count++;
    if (!result.ok) wrong++;
    if (json) await terminal.printJson({ ...jsonOf(result), line: index + 1 });
    else if (result.diagnostics.length > 0) {
      await terminal.print(
        [`line ${index + 1}:`, ...rendered(source, result, terminal), ""].join("\n"),
      );
    }
  }
  if (!json) terminal.say(`${wrong} of ${count} formulas ${wrong === 1 ? "has" : "have"} errors`);
  return wrong === 0 ? EXIT_CODES.ok.code : EXIT_CODES.formula.code;
}

function rendered(
  source: string,
  { diagnostics }: CheckResult,
  terminal: Terminal,
): readonly string[] {
  return diagnostics.length === 0
    ? []
    : [render(source, diagnostics, { color: terminal.colorsOutput })];
}

function verdict({ ok, type, fields }: CheckResult): readonly string[] {
  if (!ok) return [];
  const gives = type === undefined ? "ok" : `ok: gives ${type}`;
  return [fields.length === 0 ? gives : `${gives}, reads ${fields.join(", ")}`];
}

function jsonOf({ ok, type, fields, diagnostics }: CheckResult): JsonAnswer {
  return ok
    ? { ok, result: { type: type ?? null, fields }, diagnostics }
    : { ok, error: { kind: "formula", message: FORMULA_HAS_ERRORS }, diagnostics };
}

function codeOf({ ok }: CheckResult): number {
  return ok ? EXIT_CODES.ok.code : EXIT_CODES.formula.code;
}
