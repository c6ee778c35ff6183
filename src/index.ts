/**
 * Filter formulas for servers: one formula, many forms, the same answer.
 *
 * @packageDocumentation
 */
import * as parameter from "./language/functions/function-parameter.ts";

export {
  type Allowance,
  type CheckOptions,
  type CheckResult,
  type CompileOptions,
  check,
  compile,
  compileOrThrow,
  type Definition,
  defineSchema,
  type Explanation,
  type FieldName,
  type Formula,
  FormulaError,
  type FormulaTemplate,
  field,
  fx,
  type Implication,
  implies,
  isErrorValue,
  type ParameterDeclarations,
  type ParameterValues,
  type Policy,
  type ReadSchemaOptions,
  readSchema,
  restrict,
  type SchemaOptions,
  type TemplateOptions,
  type TemplateValue,
  type Value,
} from "./engine/index.ts";
export type { Expr, FunctionContext } from "./language/core/function-context.ts";
export {
  defineKernel,
  type Kernel,
  type KernelDefinition,
  type KernelPrice,
  type PlainOf,
} from "./language/core/kernel.ts";
export type {
  ArgumentProblem,
  Example,
  FunctionDefinition,
  FunctionDescription,
  FunctionDocumentation,
} from "./language/functions/define.ts";
export { defineFunction } from "./language/functions/define-function.ts";
export {
  type CheckRowOptions,
  checkRow,
  type DeclaredRow,
  type Field,
  type FieldDeclaration,
  type FieldDeclarations,
  type FieldDiagnostic,
  type FieldRole,
  inferSchema,
  type RowOf,
  type RowProblem,
  type RowValues,
  type Schema,
  SchemaError,
  type SchemaJson,
  type SchemaProblem,
  type SchemaResult,
} from "./language/schema/index.ts";
export type { ProblemOf, ProblemOfCodes } from "./language/source/coded-problem.ts";
export type {
  Diagnostic,
  DiagnosticOf,
  Edit,
  Fix,
  RelatedSpan,
  Result,
} from "./language/source/diagnostic.ts";
export type { DiagnosticCode, Severity } from "./language/source/diagnostic-codes.ts";
export type { Fragment } from "./language/source/formula-fragment.ts";
export { DEFAULT_LIMITS, type Limits } from "./language/source/formula-limits.ts";
export type {
  ArgumentMistake,
  ComparisonRemedy,
  DiagnosticData,
  ForeignHelp,
  ForeignNote,
  Remedy,
} from "./language/source/messages/diagnostic-data.ts";
export type {
  EditorCatalogue,
  EditorMessages,
  OperatorText,
} from "./language/source/messages/editor-messages.ts";
export type { ErrorCause, ErrorCauseTexts } from "./language/source/messages/error-cause.ts";
export type {
  FunctionText,
  FunctionTexts,
  ParameterTexts,
} from "./language/source/messages/function-texts.ts";
export type {
  DiagnosticMessages,
  DiagnosticText,
  Messages,
  ProblemMessages,
  RenderLabels,
} from "./language/source/messages/messages.ts";
export type { PatternProblem } from "./language/source/messages/pattern-problem.ts";
export type {
  ChoicesMistake,
  ExpectedProperty,
  ProblemCode,
  ProblemData,
} from "./language/source/messages/problem-data.ts";
export type { QuoteText } from "./language/source/messages/quote-text.ts";
export type { Span } from "./language/source/span.ts";
export {
  type ArithmeticOperator,
  type Ast,
  applyFix,
  type BinaryExpression,
  type BinaryOperator,
  type CallExpression,
  type ComparisonOperator,
  children,
  type Expression,
  type ExpressionKind,
  equalExpressions,
  type FieldReference,
  type FormatOptions,
  format,
  type NumberLiteral,
  type ParameterReference,
  type ParseOptions,
  parse,
  parseTolerant,
  print,
  type RenderOptions,
  render,
  type TextLiteral,
  type TolerantParse,
  type UnaryExpression,
  type UnaryOperator,
  walk,
} from "./language/syntax/index.ts";
export type { ValueType } from "./language/types/value-type.ts";
export { ERROR, type ErrorValue, type Outcome, type Plain } from "./language/values/plain.ts";
export { parameter };
