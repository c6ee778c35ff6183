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
} from "./binary/arrow-data.ts";
export type { ArrowPackage } from "./columns/arrow/arrow-package.ts";
export { Columns, type ColumnsOptions } from "./columns/columns.ts";
export { ColumnsError } from "./columns/columns-error.ts";
export type { RowMask } from "./columns/mask/row-mask.ts";
export type { SelectOptions } from "./columns/order/select-rows.ts";
export type { ColumnRecord, ColumnsSnapshot, ToArrowOptions } from "./columns/snapshot.ts";
export type { SortKey } from "./schema/index.ts";
