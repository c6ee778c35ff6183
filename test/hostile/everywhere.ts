import { expect } from "vitest";
import type { Lowered } from "../../src/language/lower/index.ts";
import {
  type FieldDeclarations,
  readSchema,
  type Schema,
} from "../../src/language/schema/index.ts";
import { askReference, wayProblems } from "../harness/ask-ways.ts";
import { lowerSource } from "../harness/ways.ts";

export const NOW: number = Date.UTC(2024, 1, 29, 12, 30, 15, 250);

/** A field of each type, and formulas that between them read each in every way there is. */
export const HOSTILE_SCHEMA: Schema = schemaOf({
  t: "text",
  n: "number",
  b: "boolean",
  d: "date",
  l: "list",
});

export const READING: readonly string[] = [
  "{t} = 'x'",
  "{t} = ''",
  "{t} != {t} & ''",
  "{t} < 'm'",
  "FIND('x', {t})",
  "STARTS_WITH({t}, 'x')",
  "ENDS_WITH({t}, 'x')",
  "CONTAINS(LOWER({t}), 'x')",
  "LEN({t}) > 0",
  "REGEX_MATCH({t}, '^x')",
  "NOT({t})",
  "{n} = 1",
  "{n} > 0",
  "{n} <= 0",
  "NOT({n} >= 1)",
  "{n} = BLANK()",
  "{n} + {n} = 2",
  "1 / {n} > 0",
  "NOT(1 / {n} > 0)",
  "ISERROR(1 / {n})",
  "IF({n}, {t}, {l}) = 'x'",
  "{n} & {t} & {b} & {d} & {l}",
  "ROUND({n}, 1) = 1",
  "{b}",
  "NOT({b})",
  "{b} = 1",
  "{d}",
  "{d} = BLANK()",
  "{d} > '2000-01-01'",
  "YEAR({d}) = 1970",
  "{d} + {n} > {d}",
  "DATETIME_FORMAT({d}, 'YYYY') = '1970'",
  "{l}",
  "NOT({l})",
  "{l} = 'x, y'",
  "HAS({l}, 'x')",
  "ARRAYJOIN({l}, '-') = 'x-y'",
  "ARRAYJOIN(ARRAYUNIQUE({l}), '') = 'xy'",
  "COUNTA({t}, {n}, {b}, {d}, {l}) = 0",
  "XOR({t}, {n}, {b}, {d}, {l})",
  "SWITCH({t}, 'x', 1, {n}) = 1",
];

export function schemaOf(fields: FieldDeclarations): Schema {
  const result = readSchema({ fields });
  if (!result.ok) throw new Error(result.problems.map(({ message }) => message).join("; "));
  return result.schema;
}

export function lowered(source: string, schema: Schema = HOSTILE_SCHEMA): Lowered {
  const result = lowerSource(source, schema);
  if (!result.ok)
    throw new Error(`${source}: ${result.diagnostics.map(({ message }) => message).join("; ")}`);
  return result.lowered;
}

/** Every way gives each row the value that the reference gives it, and returns the same rows; those rows. */
export function expectSameEverywhere(
  source: string,
  rows: readonly unknown[],
  schema: Schema = HOSTILE_SCHEMA,
): readonly unknown[] {
  const formula = lowered(source, schema);
  const answers = askReference(formula, rows, NOW);
  const problems = wayProblems(formula, rows, NOW, answers);
  if (problems.length > 0) expect.fail([source, ...problems].join("\n"));
  return rows.filter((_, row) => answers.truths[row] === true);
}
