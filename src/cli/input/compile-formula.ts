// This folder reads the input of commands: formulas, records, schemas and configurations.

import { compile, type Formula, FormulaTemplate } from "../../engine/index.ts";
import type { Schema } from "../../schema/index.ts";
import { render } from "../../syntax/index.ts";
import { isTimeZone } from "../../values/date/index.ts";
import { Failure } from "../failure.ts";
import type { Terminal } from "../terminal/terminal.ts";
import { readParameters } from "./parameters.ts";

/**
 * A compiled formula, with the values of its parameters. Its warnings are written as messages, unless the result has a place for them.
 *
 * @throws {@link Failure} with the diagnostics, if the formula has errors.
 */
export function compileFormula(
  source: string,
  schema: Schema,
  terminal: Terminal,
  json: boolean,
  parameters: readonly string[] = [],
  timeZone?: string,
): Formula {
  if (timeZone !== undefined && !isTimeZone(timeZone)) {
    throw new Failure("usage", `there is no time zone \`${timeZone}\``, {
      help: "write a name of the IANA time zone database, such as `Europe/Rome`",
    });
  }
  const zone = timeZone === undefined ? {} : { timeZone };
  // All records see the same time, even if it takes long to read them.
  const now = new Date();
  const given = readParameters(parameters);
  const clock = () => now;
  const result =
    given === undefined
      ? compile(source, schema, { clock, ...zone })
      : compile(source, schema, { clock, ...zone, parameters: given.types });
  if (!result.ok) {
    const { diagnostics } = result;
    throw new Failure("formula", FORMULA_HAS_ERRORS, { formula: { source, diagnostics } });
  }
  if (!json && result.diagnostics.length > 0) {
    terminal.say(render(source, result.diagnostics, { color: terminal.colorsErrors }));
  }
  const { formula } = result;
  return formula instanceof FormulaTemplate ? formula.with(given?.values ?? {}) : formula;
}

export const FORMULA_HAS_ERRORS = "the formula has errors";

/** The option of commands that run a formula. */
export const TIME_ZONE_OPTION = {
  type: "text",
  value: "zone",
  description:
    "The time zone whose clock shows the formula's days and hours, such as `Europe/Rome`; UTC unless given.",
} as const;
