/**
 * A language service for editors of formulas: `createLanguage({ schema })`.
 *
 * @packageDocumentation
 */

export type {
  CodeAction,
  CompleteOptions,
  ExpressionType,
  Hover,
  HoverSubject,
  Language,
  LanguageOptions,
  LanguageToken,
  PartValue,
  Reference,
  RenameResult,
  Signature,
  SignatureParameter,
  TokenKind,
  TypedSpan,
} from "./assistance-types.ts";
export { columnValues } from "./column-values.ts";
export type {
  CompletionEdit,
  CompletionItem,
  CompletionKind,
  Completions,
} from "./completion-item.ts";
export { createLanguage } from "./create-language.ts";
export { type ServiceValuesOptions, serviceValues } from "./service-values.ts";
export type {
  CancelSignal,
  FieldValue,
  Signal,
  ValueOptions,
  ValueProvider,
} from "./values-provider.ts";
