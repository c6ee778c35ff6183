import { EXAMPLE_RECORD, EXAMPLE_SCHEMA } from "../../../grammar/tools/analyse.ts";
import { outcomeText } from "../../../grammar/tools/shown-value.ts";
import {
  type CompileOptions,
  check,
  compile,
  type Formula,
  isErrorValue,
  render,
  type Schema,
  type Value,
} from "../../index.ts";
import { EXAMPLE_NOW } from "../../language/functions/example-row.ts";
import { ERROR } from "../../language/values/plain.ts";
import { demoSchema } from "../demo/demo-schema.ts";
import { linkTo } from "../playground/formula/permalink.ts";
import type { FormulaBlock } from "./formula-block.ts";
import { TOUR_CARS, TOUR_SCHEMA } from "./tour-cars.ts";

/** No code generation, since many content security policies forbid it. The records are few. */
const OPTIONS: CompileOptions = { codeGeneration: false, clock: () => new Date(EXAMPLE_NOW) };

/** The result to show below a formula. */
export type RunResult =
  | { readonly kind: "problems"; readonly text: string }
  | { readonly kind: "value"; readonly value: string }
  | {
      readonly kind: "cars";
      readonly message: string;
      readonly isSolved: boolean;
      readonly fields: readonly string[];
      readonly rows: readonly CarRow[];
    };

interface CarRow {
  readonly id: string;
  readonly cells: readonly string[];
  /** The value of the formula for the car. */
  readonly value: string;
  readonly isMatch: boolean;
}

/**
 * Runs a formula of a page, for the example record or the cars of the tour.
 *
 * @param expected the comma-separated keys of the cars that an exercise asks for
 */
export function runFormula(
  kind: FormulaBlock["kind"],
  source: string,
  expected?: string,
): RunResult {
  const schema = kind === "formula" ? EXAMPLE_SCHEMA : TOUR_SCHEMA;
  const result = compile(source, schema, OPTIONS);
  if (!result.ok) return { kind: "problems", text: problems(source, schema) };
  if (kind === "formula") {
    return { kind: "value", value: shown(result.formula.evaluate(EXAMPLE_RECORD)) };
  }
  return runOverCars(result.formula, kind === "exercise" ? expected : undefined);
}

function problems(source: string, schema: Schema): string {
  return render(source, check(source, schema).diagnostics);
}

/** A value in the notation of the pages. */
function shown(value: Value): string {
  if (isErrorValue(value)) return outcomeText("text", ERROR);
  if (value instanceof Date) return outcomeText("date", value.getTime());
  return outcomeText("text", value);
}

function runOverCars(formula: Formula, expected: string | undefined): RunResult {
  const found = formula.filter(TOUR_CARS).map(({ id }) => id);
  const list = found.length === 0 ? "no car" : found.join(", ");
  const isSolved = list === expected;
  const message =
    expected === undefined
      ? `It returns ${list}.`
      : isSolved
        ? `Right: it returns ${list}.`
        : `It returns ${list}, and not yet ${expected}.`;
  const fields = [...TOUR_SCHEMA.fields.keys()].filter(
    (name) => ["id", "title"].includes(name) || formula.fields.includes(name),
  );
  const rows = TOUR_CARS.map((car): CarRow => {
    const values = new Map<string, unknown>(Object.entries(car));
    return {
      id: car.id,
      cells: fields.map((name) => cellText(values.get(name))),
      value: shown(formula.evaluate(car)),
      isMatch: found.includes(car.id),
    };
  });
  return { kind: "cars", message, isSolved, fields, rows };
}

function cellText(value: unknown): string {
  if (value === null || value === undefined) return "";
  if (value instanceof Date) return value.toISOString();
  return Array.isArray(value) ? value.join(", ") : String(value);
}

/** The fields of the example record: name, type and value. */
export const RECORD_ROWS = [...EXAMPLE_SCHEMA.fields].map(([name, { type }]) => ({
  name,
  type,
  value: cellText(EXAMPLE_RECORD[name]),
}));

/**
 * The URL fragment that opens a formula in the playground; `undefined` if the demo cars lack a field of the formula.
 */
export async function playgroundFragment(source: string): Promise<string | undefined> {
  const result = compile(source, demoSchema, OPTIONS);
  if (!result.ok || result.formula.fields.length === 0) return undefined;
  return linkTo({ formula: source, sort: [], records: "demo-100000" });
}
