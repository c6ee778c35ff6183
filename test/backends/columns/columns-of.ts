import { Columns, type ColumnsOptions } from "../../../src/columns.ts";
import { compileOrThrow, defineSchema, type Formula } from "../../../src/index.ts";

export const SCHEMA = defineSchema({
  id: { type: "text", key: true },
  n: "number",
  m: "number",
  t: "text",
  b: "boolean",
  d: "date",
  l: "list",
});

export function columnsOf(rows: Iterable<unknown>, options?: ColumnsOptions): Columns {
  return Columns.from(rows, SCHEMA, options);
}

export function formulaOf(source: string): Formula<unknown> {
  return compileOrThrow<unknown>(source, SCHEMA);
}

/** The rows that a formula selects, by the reference evaluator. */
export function expected(formula: Formula<unknown>, rows: readonly unknown[]): readonly number[] {
  return rows.flatMap((row, index) => (formula.matches(row) ? [index] : []));
}
