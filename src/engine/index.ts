/* The engine: the package's main calls, which check and compile a formula, and the formula that results. */

export {
  type CheckResult,
  check,
  compile,
  compileOrThrow,
  FormulaError,
} from "./compile.ts";
export type { Explanation } from "./explain.ts";
export { Formula } from "./formula.ts";
export type { CheckOptions, CompileOptions } from "./options.ts";
export { type FieldName, field, fx, type TemplateValue } from "./template.ts";
export { isErrorValue, type Value } from "./value.ts";
