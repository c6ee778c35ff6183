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
