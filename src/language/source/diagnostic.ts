/* The source: a formula's text, spans in it, and the diagnostics and fixes that refer to them. */

import type { DiagnosticCode, Severity } from "./diagnostic-codes.ts";
import type { DiagnosticData } from "./messages/diagnostic-data.ts";
import type { Span } from "./span.ts";

/** One replacement of a part of the formula's text. */
export interface Edit {
  /** The text to replace; it may be empty. */
  readonly span: Span;
  /** The replacement. */
  readonly text: string;
}

/** A change that fixes the formula, or the part of it that the diagnostic is about. */
export interface Fix {
  /** What the fix does, in a few words. */
  readonly title: string;
  /** The edits, which do not overlap. */
  readonly edits: readonly Edit[];
}

/** Another span that helps to understand a diagnostic. */
export interface RelatedSpan {
  /** The span in the formula. */
  readonly span: Span;
  /** A note about the span. */
  readonly message: string;
}

/** A diagnostic of one code. */
export interface DiagnosticOf<Code extends DiagnosticCode> {
  /** The code, which is stable. */
  readonly code: Code;
  /** The facts of the diagnostic as plain JSON, from which a catalogue builds its texts. */
  readonly data: DiagnosticData[Code];
  /** Whether this is an error, a warning or information. */
  readonly severity: Severity;
  /** What is wrong, for the author of the formula. */
  readonly message: string;
  /** The span of the mistake. */
  readonly span: Span;
  /** What the author can do about it. */
  readonly help?: string;
  /** A change that fixes the formula, if the intention is certain. */
  readonly fix?: Fix;
  /** Other spans that the diagnostic is about. */
  readonly related?: readonly RelatedSpan[];
}

/**
 * A mistake or a warning in a formula. A diagnostic is data and is never thrown. Its code determines the type of its
 * data.
 */
export type Diagnostic = { [Code in DiagnosticCode]: DiagnosticOf<Code> }[DiagnosticCode];

/** A result with its diagnostics. If it is ok, none of them is an error; if not, at least one is an error. */
export type Result<T> =
  | ({ readonly ok: true; readonly diagnostics: readonly Diagnostic[] } & T)
  | { readonly ok: false; readonly diagnostics: readonly Diagnostic[] };
