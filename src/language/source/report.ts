import type { Diagnostic, Fix, RelatedSpan } from "./diagnostic.ts";
import { DIAGNOSTIC_SEVERITIES, type DiagnosticCode } from "./diagnostic-codes.ts";
import type { Span } from "./span.ts";

export interface DiagnosticExtras {
  readonly help?: string;
  readonly fix?: Fix;
  readonly related?: readonly RelatedSpan[];
}

/** Makes a diagnostic with the severity of its code. */
export function diagnostic(
  code: DiagnosticCode,
  span: Span,
  message: string,
  extras: DiagnosticExtras = {},
): Diagnostic {
  return Object.freeze({
    code,
    severity: DIAGNOSTIC_SEVERITIES[code],
    message,
    span: Object.freeze(span),
    ...extras,
  });
}

/** Makes a fix of one replacement. */
export function replaceFix(title: string, span: Span, text: string): Fix {
  return { title, edits: [{ span, text }] };
}
