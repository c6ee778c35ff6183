// This folder reads the input of commands: formulas, records, schemas and configurations.

import { compile, type Formula } from "../../../engine/index.ts";
import type { Schema } from "../../../language/schema/index.ts";
import type { Result } from "../../../language/source/diagnostic.ts";
import { render } from "../../../language/syntax/index.ts";
import { isTimeZone } from "../../../language/values/date/index.ts";
import { quote } from "../../../util/quote.ts";
import { CliFailure } from "../cli-failure.ts";
import type { Terminal } from "../terminal/terminal.ts";
import { readParameters } from "./read-parameters.ts";

/** Compiles formulas with the same current time and the same parameter values. */
export type Compile = (source: string) => Result<{ readonly formula: Formula }>;

/** The given options of a command that compiles a formula. */
interface FormulaOptions {
  readonly param: readonly string[];
  readonly "time-zone": string | undefined;
  readonly json?: boolean;
}

/** @throws {@link Failure} for invalid options */
export function compilerOf(
  schema: Schema,
  { param, "time-zone": timeZone }: Pick<FormulaOptions, "param" | "time-zone">,
): Compile {
  // All records get the same time, even if reading them takes long.
  const now = new Date();
  const options = { ...zoneOption(timeZone), clock: () => now };
  const given = readParameters(param);
  if (given === undefined) return (source) => compile(source, schema, options);
  return (source) => {
    const result = compile(source, schema, { ...options, parameters: given.types });
    return result.ok ? { ...result, formula: result.formula.with(given.values) } : result;
  };
}

/**
 * A compiled formula with its parameter values. Warnings are printed, unless the result includes them.
 *
 * @throws {@link Failure} with the diagnostics, if the formula has errors
 */
export function compileFormula(
  source: string,
  schema: Schema,
  terminal: Terminal,
  options: FormulaOptions,
): Formula {
  return formulaOf(source, compilerOf(schema, options), terminal, options.json);
}

/** Like `compileFormula`, with a given compiler. */
export function formulaOf(
  source: string,
  compileOne: Compile,
  terminal: Terminal,
  json = false,
): Formula {
  const result = compileOne(source);
  if (!result.ok) {
    const { diagnostics } = result;
    throw new CliFailure("formula", FORMULA_HAS_ERRORS, { formula: { source, diagnostics } });
  }
  if (!json && result.diagnostics.length > 0) {
    terminal.say(render(source, result.diagnostics, { color: terminal.colorsErrors }));
  }
  return result.formula;
}

/**
 * The option `timeZone` of formulas.
 *
 * @throws {@link Failure} for an unknown time zone
 */
export function zoneOption(timeZone: string | undefined): { readonly timeZone?: string } {
  if (timeZone === undefined) return {};
  if (isTimeZone(timeZone)) return { timeZone };
  throw new CliFailure("usage", `there is no time zone ${quote(timeZone)}`, {
    help: "write a name of the IANA time zone database, such as `Europe/Rome`",
  });
}

export const FORMULA_HAS_ERRORS = "the formula has errors";

/** The time zone option of commands that run formulas. */
export const TIME_ZONE_OPTION = {
  type: "text",
  value: "zone",
  description:
    "The time zone of the formula's days and hours, such as `Europe/Rome`; the default is UTC.",
} as const;
