import { format as formatFormula } from "../../../language/syntax/index.ts";
import { CliFailure, EXIT_CODES } from "../cli-failure.ts";
import { defineCommand, JSON_OPTION } from "../command-line/define-command.ts";
import { FORMULA_HAS_ERRORS } from "../input/compile-formula.ts";
import { readFormula } from "../input/standard-input.ts";

export const format = defineCommand({
  name: "format",
  summary: "Writes a formula in its canonical spelling, over several lines if it is long.",
  details: [
    "The result means the same, and keeps the comments. A formula with syntax errors is not written.",
  ],
  operands: {
    formula: {
      optional: true,
      description: "The formula. If it is `-` or missing, it is read from the standard input.",
    },
  },
  options: {
    width: {
      type: "number",
      value: "columns",
      least: 1,
      most: 10_000,
      default: 80,
      description: "Longer lines are broken.",
    },
    indent: {
      type: "number",
      value: "spaces",
      least: 0,
      most: 16,
      default: 2,
      description: "The number of spaces by which inner parts are indented.",
    },
    check: {
      type: "flag",
      description:
        "Writes nothing. The exit code is 1 if the formula is not in its canonical spelling.",
    },
    json: JSON_OPTION,
  },
  examples: [
    {
      command: "isoform format 'AND({price}<50000,NOT({tax}=BLANK()))'",
      explanation: "Writes `AND({price} < 50000, NOT({tax} = BLANK()))`.",
    },
  ],
  async run({ operands, options, terminal }) {
    const source = await readFormula(terminal.host, operands.formula);
    const { width, indent } = options;
    const result = formatFormula(source, { width, indent });
    const { diagnostics } = result;
    if (!result.ok)
      throw new CliFailure("formula", FORMULA_HAS_ERRORS, { formula: { source, diagnostics } });
    if (options.check && result.text !== source) {
      throw new CliFailure("formula", "the formula is not in its canonical spelling");
    }
    if (options.json)
      await terminal.printJson({ ok: true, result: { text: result.text }, diagnostics });
    else if (!options.check) await terminal.print(result.text);
    return EXIT_CODES.ok.code;
  },
});
