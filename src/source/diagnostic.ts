import type { DiagnosticCode, Severity } from "./diagnostic-codes.ts";
import type { Span } from "./span.ts";

/** One replacement of a part of the formula's text. */
export interface Edit {
  readonly span: Span;
  readonly text: string;
}

/** A change that mends the formula, or the part of it that the diagnostic is about. */
export interface Fix {
  readonly title: string;
  readonly edits: readonly Edit[];
}

/** Another place that helps to understand a diagnostic. */
export interface RelatedSpan {
  readonly span: Span;
  readonly message: string;
}

/** What is wrong, or doubtful, in a formula. Data: it is never thrown. */
export interface Diagnostic {
  readonly code: DiagnosticCode;
  readonly severity: Severity;
  readonly message: string;
  readonly span: Span;
  readonly help?: string;
  readonly fix?: Fix;
  readonly related?: readonly RelatedSpan[];
}

/** A result with its diagnostics: errors when it is not ok, warnings at most when it is. */
export type Result<T> =
  | ({ readonly ok: true; readonly diagnostics: readonly Diagnostic[] } & T)
  | { readonly ok: false; readonly diagnostics: readonly Diagnostic[] };
