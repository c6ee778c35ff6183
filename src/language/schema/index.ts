/* Schemas: the fields of records and their types, and checks of records. */

export { type CheckRowOptions, checkRow, type RowProblem } from "./check-row.ts";
export {
  type DeclaredRow,
  type FieldDeclaration,
  type FieldDeclarations,
  type FieldDiagnostic,
  type RowOf,
  type RowValues,
  type Schema,
  SchemaError,
  type SchemaJson,
  type SchemaProblem,
  type SchemaResult,
  type StoredDeclaration,
} from "./declarations.ts";
export type {
  ComputeFields,
  DeclaredFormula,
  DeclaredFormulas,
} from "./declared-formulas.ts";
export { COMPUTATION, type Field, type FieldRole, isComputed } from "./field.ts";
export { inferSchema } from "./infer-schema.ts";
export {
  type ParsedSort,
  type ParseSortOptions,
  parseSort,
  type SortProblem,
} from "./parse-sort.ts";
export { defineSchema, readSchema, requireSchema } from "./schema.ts";
export {
  compareValues,
  fieldNamed,
  type OrderKey,
  orderKey,
  orderKeys,
  readableField,
  requireComputed,
  requireKey,
  requireLimit,
  requirePosition,
  type SortKey,
} from "./sort-keys.ts";
