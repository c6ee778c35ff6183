/* The engine: the package's main calls, which check and compile a formula, and the formula that results. */

export {
  type CheckResult,
  check,
  compile,
  compileOrThrow,
  FormulaError,
} from "./compile.ts";
export type { Definition, Explanation } from "./explain.ts";
export { Formula } from "./formula.ts";
export {
  defineSchema,
  type ReadSchemaOptions,
  readSchema,
  type SchemaOptions,
} from "./formula-fields.ts";
export { FormulaTemplate } from "./formula-template.ts";
export { type Implication, implies } from "./implies.ts";
export type { CheckOptions, CompileOptions, TemplateOptions } from "./options.ts";
export {
  declaredParameters,
  type NamedParameters,
  type ParameterDeclarations,
  type ParameterValues,
} from "./parameters.ts";
export { restrict } from "./restrict.ts";
export { type FieldName, field, fx, type TemplateValue } from "./template.ts";
export { isErrorValue, toValue, type Value } from "./value.ts";
