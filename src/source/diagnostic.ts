/* The source: the text of a formula, places in it, and the diagnostics and fixes that refer to them. */

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

/** A mistake or a doubt in a formula. A diagnostic is data and is never thrown. */
export interface Diagnostic {
  readonly code: DiagnosticCode;
  readonly severity: Severity;
  readonly message: string;
  readonly span: Span;
  readonly help?: string;
  readonly fix?: Fix;
  readonly related?: readonly RelatedSpan[];
}

/** A result with its diagnostics. If it is ok, they are warnings only; if not, at least one is an error. */
export type Result<T> =
  | ({ readonly ok: true; readonly diagnostics: readonly Diagnostic[] } & T)
  | { readonly ok: false; readonly diagnostics: readonly Diagnostic[] };
