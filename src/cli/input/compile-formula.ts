// This folder reads the input of commands: formulas, records, schemas and configurations.

import { compile, type Formula } from "../../engine/index.ts";
import type { Schema } from "../../schema/index.ts";
import { render } from "../../syntax/index.ts";
import { Failure } from "../failure.ts";
import type { Terminal } from "../terminal/terminal.ts";

/**
 * A compiled formula. Its warnings are written as messages, unless the result has a place for them.
 *
 * @throws {@link Failure} with the diagnostics, if the formula has errors.
 */
export function compileFormula(
  source: string,
  schema: Schema,
  terminal: Terminal,
  json: boolean,
): Formula {
  // All records see the same time, even if it takes long to read them.
  const now = new Date();
  const result = compile(source, schema, { clock: () => now });
  if (!result.ok) {
    const { diagnostics } = result;
    throw new Failure("formula", FORMULA_HAS_ERRORS, { formula: { source, diagnostics } });
  }
  if (!json && result.diagnostics.length > 0) {
    terminal.say(render(source, result.diagnostics, { color: terminal.colorsErrors }));
  }
  return result.formula;
}

export const FORMULA_HAS_ERRORS = "the formula has errors";
