/* The engine: the main functions of the package, which check and compile formulas, and the compiled formula. */

export {
  declaredParameters,
  type NamedParameters,
  type ParameterDeclarations,
  type ParameterValues,
} from "./bind-parameters.ts";
export {
  type CheckResult,
  check,
  compile,
  compileOrThrow,
  FormulaError,
} from "./compile.ts";
export type { Definition, Explanation } from "./explain-ast.ts";
export { Formula } from "./formula.ts";
export {
  defineSchema,
  type ReadSchemaOptions,
  readSchema,
  type SchemaOptions,
} from "./formula-fields.ts";
export { FormulaTemplate } from "./formula-template.ts";
export { isErrorValue, toValue, type Value } from "./formula-value.ts";
export { type Implication, implies } from "./implies.ts";
export type { CheckOptions, CompileOptions, TemplateOptions } from "./options.ts";
export { type Allowance, isAllowed, limitsWithin, type Policy } from "./policy.ts";
export { areAllowedEdits, isAllowedSource, isAllowedText } from "./policy-advice.ts";
export { restrict } from "./restrict.ts";
export { type FieldName, field, fx, type TemplateValue } from "./template.ts";
