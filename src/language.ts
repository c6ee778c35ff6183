/**
 * A language service for editors of formulas: `createLanguage({ schema })`.
 *
 * @packageDocumentation
 */

export {
  type CancelSignal,
  type CodeAction,
  type CompleteOptions,
  type CompletionEdit,
  type CompletionItem,
  type CompletionKind,
  type Completions,
  columnValues,
  createLanguage,
  type ExpressionType,
  type FieldValue,
  type Hover,
  type HoverSubject,
  type Language,
  type LanguageOptions,
  type LanguageToken,
  type PartValue,
  type Reference,
  type RenameResult,
  type ServiceValuesOptions,
  type Signal,
  type Signature,
  type SignatureParameter,
  serviceValues,
  type TokenKind,
  type TypedSpan,
  type ValueProvider,
} from "./editors/assistance/index.ts";
