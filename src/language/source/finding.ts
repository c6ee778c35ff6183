import { catalogueText, textOrEnglish } from "./catalogue-text.ts";
import type { Diagnostic, Edit } from "./diagnostic.ts";
import { DIAGNOSTIC_SEVERITIES, type DiagnosticCode } from "./diagnostic-codes.ts";
import type { DiagnosticData } from "./messages/diagnostic-data.ts";
import type { ENGLISH_SYNTAX } from "./messages/english-syntax.ts";
import type { DiagnosticMessages, DiagnosticText, Messages } from "./messages/messages.ts";
import type { Span } from "./span.ts";

interface FindingOf<Code extends DiagnosticCode> {
  readonly code: Code;
  readonly span: Span;
  readonly data: DiagnosticData[Code];
  /** The edits of the fix, if the intention is certain. */
  readonly fix?: readonly Edit[];
  /** Other spans that the finding is about. */
  readonly related?: readonly Span[];
}

/** A diagnostic without its texts, which a catalogue builds from the data. */
export type Finding<Code extends DiagnosticCode = DiagnosticCode> = {
  [One in Code]: FindingOf<One>;
}[Code];

/** A finding of the parser. */
export type SyntaxFinding = Finding<keyof typeof ENGLISH_SYNTAX>;

export function isError({ code }: { readonly code: DiagnosticCode }): boolean {
  return DIAGNOSTIC_SEVERITIES[code] === "error";
}

/** The edits that replace a span. */
export function replace(span: Span, text: string): readonly [Edit] {
  return [{ span, text }];
}

const LONGEST_EXCERPT = 60;

/** A part of the formula for a diagnostic's data. Long ones are shortened: the data of nested parts must stay small. */
export function excerpt(text: string): string {
  return text.length > LONGEST_EXCERPT ? `${text.slice(0, LONGEST_EXCERPT - 1)}…` : text;
}

/** Adds the texts of the catalogue to each finding, or English ones if the catalogue lacks them. */
export function withTexts(
  findings: readonly Finding[],
  english: Partial<DiagnosticMessages>,
  messages: Messages | undefined,
): readonly Diagnostic[] {
  return findings.map((finding) => withText(finding, english, messages));
}

function withText(
  { fix, related, ...finding }: Finding,
  english: Partial<DiagnosticMessages>,
  messages: Messages | undefined,
): Diagnostic {
  const { code, data } = finding;
  const text = textOrEnglish<DiagnosticData, DiagnosticText, DiagnosticCode>(
    messages?.diagnostics,
    english,
    code,
    data,
  );
  return Object.freeze({
    ...finding,
    span: Object.freeze(finding.span),
    severity: DIAGNOSTIC_SEVERITIES[finding.code],
    message: text.message,
    ...(text.help !== undefined && { help: text.help }),
    ...(fix !== undefined && { fix: { title: text.fix ?? "", edits: fix } }),
    ...(related !== undefined && {
      related: related.map((span) => ({ span, message: text.related ?? "" })),
    }),
  });
}

/** The diagnostic with the texts of a catalogue; unchanged if the catalogue lacks them. A help is only replaced, never added. */
export function translate(diagnostic: Diagnostic, messages: Messages | undefined): Diagnostic {
  const { code, data } = diagnostic;
  const text = catalogueText<DiagnosticData, DiagnosticText, DiagnosticCode>(
    messages?.diagnostics,
    code,
    data,
  );
  if (text === undefined) return diagnostic;
  const { help, fix, related, ...others } = diagnostic;
  return Object.freeze({
    ...others,
    message: text.message,
    ...(help !== undefined && text.help !== undefined && { help: text.help }),
    ...(fix !== undefined && { fix: { ...fix, title: text.fix ?? fix.title } }),
    ...(related !== undefined && {
      related: related.map((one) => ({ ...one, message: text.related ?? one.message })),
    }),
  });
}
