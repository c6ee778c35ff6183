export { checkRow, type RowProblem } from "./check-row.ts";
export type { Field, FieldRole } from "./field.ts";
export { inferSchema } from "./infer-schema.ts";
export {
  type FieldDeclaration,
  type FieldDeclarations,
  defineSchema,
  readSchema,
  type RowOf,
  type Schema,
  SchemaError,
  type SchemaJson,
  type SchemaResult,
} from "./schema.ts";
