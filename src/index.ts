/**
 * Filter formulas for servers: one formula, many forms, the same answer.
 *
 * @packageDocumentation
 */
export * from "./engine/index.ts";
export {
  defineKernel,
  type Kernel,
  type KernelDefinition,
  type PlainOf,
} from "./core/kernel.ts";
export {
  defineFunction,
  type Example,
  type FunctionCategory,
  type FunctionDefinition,
} from "./functions/define.ts";
export * as parameter from "./functions/parameter.ts";
export * from "./schema/index.ts";
export type { Diagnostic, Edit, Fix, RelatedSpan, Result } from "./source/diagnostic.ts";
export type { DiagnosticCode, Severity } from "./source/diagnostic-codes.ts";
export { DEFAULT_LIMITS, type Limits } from "./source/limits.ts";
export type { Span } from "./source/span.ts";
export * from "./syntax/index.ts";
export type { ValueType } from "./types/value-type.ts";
export { ERROR, type Outcome, type Plain } from "./values/plain.ts";
