export {
  type CheckResult,
  check,
  compile,
  compileOrThrow,
  FormulaError,
} from "./compile.ts";
export { type ErrorValue, isErrorValue } from "./error-value.ts";
export type { Explanation } from "./explain.ts";
export { Formula } from "./formula.ts";
export type { CheckOptions, CompileOptions } from "./options.ts";
export { type FieldName, type Fragment, field, formula, type TemplateValue } from "./template.ts";
export type { Value } from "./value.ts";
