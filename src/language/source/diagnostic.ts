/* The source: the text of a formula, places in it, and the diagnostics and fixes that refer to them. */

import type { DiagnosticCode, Severity } from "./diagnostic-codes.ts";
import type { DiagnosticData } from "./messages/diagnostic-data.ts";
import type { Span } from "./span.ts";

/** One replacement of a part of the formula's text. */
export interface Edit {
  /** The text to replace; it may be empty. */
  readonly span: Span;
  /** The text to put in its place. */
  readonly text: string;
}

/** A change that mends the formula, or the part of it that the diagnostic is about. */
export interface Fix {
  /** What the fix does, in a few words. */
  readonly title: string;
  /** The changes of the formula's text, which do not overlap. */
  readonly edits: readonly Edit[];
}

/** Another place that helps to understand a diagnostic. */
export interface RelatedSpan {
  /** Another place that the diagnostic is about. */
  readonly span: Span;
  /** What is at that place. */
  readonly message: string;
}

/** A diagnostic of one code. */
export interface DiagnosticOf<Code extends DiagnosticCode> {
  /** The code, which is stable. */
  readonly code: Code;
  /** What the diagnostic is about, by its code: plain JSON, from which the texts are made. */
  readonly data: DiagnosticData[Code];
  /** Whether this is an error or a warning. */
  readonly severity: Severity;
  /** What is wrong, for the author of the formula. */
  readonly message: string;
  /** The place of the mistake. */
  readonly span: Span;
  /** What the author can do about it. */
  readonly help?: string;
  /** A change of the formula that mends it, if there is one that the author surely meant. */
  readonly fix?: Fix;
  /** Other places that the diagnostic is about. */
  readonly related?: readonly RelatedSpan[];
}

/** A mistake or a doubt in a formula. A diagnostic is data and is never thrown. Its code says what its data are. */
export type Diagnostic = { [Code in DiagnosticCode]: DiagnosticOf<Code> }[DiagnosticCode];

/** A result with its diagnostics. If it is ok, they are warnings only; if not, at least one is an error. */
export type Result<T> =
  | ({ readonly ok: true; readonly diagnostics: readonly Diagnostic[] } & T)
  | { readonly ok: false; readonly diagnostics: readonly Diagnostic[] };
