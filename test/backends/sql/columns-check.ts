import { Columns } from "../../../src/backends/columns/columns.ts";
import type { SelectOptions } from "../../../src/backends/columns/order/select-rows.ts";
import type { AnyFormula } from "../../../src/language/core/compiled.ts";
import type { Schema } from "../../../src/language/schema/index.ts";

const known = new WeakMap<readonly unknown[], readonly Columns[]>();

/** The rows of a table as columns, in two ways: dictionaries with closures, and plain texts with vectors. */
function columnsOf(rows: readonly unknown[], schema: Schema): readonly Columns[] {
  const columns = known.get(rows) ?? [
    Columns.from(rows, schema, { strategy: "closures" }),
    Columns.from(rows, schema, { strategy: "vectors", mostDistinct: 0 }),
  ];
  known.set(rows, columns);
  return columns;
}

/**
 * Differences between columns and the expected indexes of rows, in order.
 *
 * @param inAll whether vectors are tested, too: building their loops takes longer than everything else
 */
export function columnsProblem(
  rows: readonly unknown[],
  schema: Schema,
  formula: AnyFormula,
  expected: readonly number[],
  options: SelectOptions = {},
  inAll = true,
): string | undefined {
  const [first, ...others] = columnsOf(rows, schema);
  for (const columns of inAll ? [first, ...others] : [first]) {
    if (columns === undefined) continue;
    const found = [...columns.select(formula, options)];
    if (found.join() !== expected.join()) return `columns give the rows ${found}, not ${expected}`;
  }
  return undefined;
}
