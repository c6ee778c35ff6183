import { existsSync } from "node:fs";
import { CliFailure } from "../cli-failure.ts";

interface FormulaAndFiles {
  readonly formula: string;
  readonly files: readonly string[];
}

/**
 * The operands of a command, which may have the formula or the files first.
 *
 * @throws {@link CliFailure} if there is no formula, or two of them are the standard input
 */
export function formulaAndFiles(operands: FormulaAndFiles): FormulaAndFiles {
  const { formula, files } = inOneOrder(operands);
  if (files.length === 0 && hasEnding(formula) && existsSync(formula)) {
    throw new CliFailure("usage", `the formula is missing: ${formula} is a file`);
  }
  if ([formula, ...files].filter((one) => one === "-").length > 1) {
    throw new CliFailure("usage", "only one argument can come from the standard input");
  }
  return { formula, files };
}

function inOneOrder({ formula, files }: FormulaAndFiles): FormulaAndFiles {
  const last = files.at(-1);
  if (last === undefined || !namesFile(formula) || namesFile(last)) return { formula, files };
  return { formula: last, files: [formula, ...files.slice(0, -1)] };
}

function namesFile(word: string): boolean {
  return word === "-" || hasEnding(word) || existsSync(word);
}

function hasEnding(word: string): boolean {
  return /\.[a-z]+(?:\.gz|\.zst)?$/i.test(word);
}
