/* The schema: which fields records have, of which types, and whether a record has them. */

export { checkRow, type RowProblem } from "./check-row.ts";
export type { Field, FieldRole } from "./field.ts";
export { inferSchema } from "./infer-schema.ts";
export {
  fieldNamed,
  type OrderKey,
  orderKey,
  orderKeys,
  recordOrder,
  requireKey,
  requireLimit,
  requirePosition,
  type SortKey,
} from "./order.ts";
export {
  defineSchema,
  type FieldDeclaration,
  type FieldDeclarations,
  type RowOf,
  type RowValues,
  readSchema,
  requireSchema,
  type Schema,
  SchemaError,
  type SchemaJson,
  type SchemaResult,
} from "./schema.ts";
