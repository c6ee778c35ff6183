import {
  type AnyFormula,
  type CompiledFormula,
  internals,
  requireFormula,
} from "../../../language/core/compiled.ts";
import type { CoreNode } from "../../../language/core/node.ts";
import type { Compiler } from "../compiler/compiler.ts";
import { apply } from "../compiler/context.ts";
import type { DialectDefinition } from "../dialect-definition.ts";
import { cellColumn } from "../rows/cell-column.ts";
import type { CellColumn } from "../rows/decode.ts";
import type { SqlFragment } from "../sql-fragment.ts";
import type { TableMapping } from "../table-mapping.ts";

/** @throws `TypeError` unless the value is a compiled formula. */
export function compiledFormula(formula: AnyFormula, what: string): CompiledFormula {
  requireFormula(formula, what);
  return internals(formula);
}

/** A formula's value in a form that all drivers return alike: dates as milliseconds. */
export function selectedExpression(
  compiler: Compiler,
  node: CoreNode,
  value: SqlFragment,
): SqlFragment {
  if (node.type !== "date") return value;
  const { literal, operations } = compiler.dialect;
  return apply("a date", operations.millisecondsBetween, value, literal.date(0));
}

/** How to read the cells of a formula's values. */
export function computedCell(
  node: CoreNode,
  table: TableMapping,
  dialect: DialectDefinition,
): CellColumn {
  // Lists in SQL are always columns.
  if (node.op === "field" && node.type === "list") {
    return { ...cellColumn(node.data, table, dialect), cell: undefined };
  }
  return {
    type: node.type,
    ...(node.type === "date" ? SELECTED_DATE : { storage: "computed", dates: SELECTED_DATE.dates }),
    delimiter: ",",
    hasTextAsBytes: dialect.rows.hasTextAsBytes === true,
    isSingle: false,
    cell: undefined,
  };
}

/** How to read dates that were selected as milliseconds. */
export const SELECTED_DATE = {
  dates: { zone: "instant", dates: undefined, isTextInUtc: true },
  storage: "epochMilliseconds",
} as const;
