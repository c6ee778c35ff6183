import { format as formatFormula } from "../../syntax/index.ts";
import { defineCommand, JSON_OPTION } from "../command-line/define-command.ts";
import { EXIT_CODES, Failure } from "../failure.ts";
import { FORMULA_HAS_ERRORS } from "../input/compile-formula.ts";
import { readFormula } from "../input/standard-input.ts";

export const format = defineCommand({
  name: "format",
  summary: "Writes a formula in its canonical spelling, over several lines if it is long.",
  details: [
    "It means the same, and keeps its comments. A formula with errors of syntax is not written.",
  ],
  operands: {
    formula: {
      optional: true,
      description: "The formula; `-`, or nothing, reads it from the standard input.",
    },
  },
  options: {
    width: {
      type: "number",
      value: "columns",
      least: 1,
      most: 10_000,
      default: 80,
      description: "A line is broken when it would be longer.",
    },
    indent: {
      type: "number",
      value: "spaces",
      least: 0,
      most: 16,
      default: 2,
      description: "How much further right stands what is inside.",
    },
    check: {
      type: "flag",
      description: "Writes nothing; the exit code is 1 if the formula is spelt otherwise.",
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
    const source = await readFormula(operands.formula);
    const { width, indent } = options;
    const result = formatFormula(source, { width, indent });
    const { diagnostics } = result;
    if (!result.ok)
      throw new Failure("formula", FORMULA_HAS_ERRORS, { formula: { source, diagnostics } });
    if (options.check && result.text !== source) {
      throw new Failure("formula", "the formula is not in its canonical spelling");
    }
    if (options.json)
      await terminal.printJson({ ok: true, result: { text: result.text }, diagnostics });
    else if (!options.check) await terminal.print(result.text);
    return EXIT_CODES.ok.code;
  },
});
