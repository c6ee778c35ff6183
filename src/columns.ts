/**
 * Records as columns: `Columns.from(cars, schema)`, then `formula.select(columns)`.
 *
 * @packageDocumentation
 */

export type {
  ArrowBatch,
  ArrowData,
  ArrowField,
  ArrowSchema,
  ArrowTable,
  ArrowType,
} from "./backends/arrow-layout/arrow-data.ts";
export type { ArrowPackage } from "./backends/columns/arrow/arrow-package.ts";
export { Columns, type ColumnsOptions } from "./backends/columns/columns.ts";
export { ColumnsError } from "./backends/columns/columns-error.ts";
export type { RowMask } from "./backends/columns/mask/row-mask.ts";
export type { SelectOptions } from "./backends/columns/order/select-rows.ts";
export type { ColumnRecord, ColumnsSnapshot, ToArrowOptions } from "./backends/columns/snapshot.ts";
export {
  type ParsedSort,
  type ParseSortOptions,
  parseSort,
  type SortKey,
  type SortProblem,
} from "./language/schema/index.ts";
