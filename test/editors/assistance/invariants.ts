import type { CompletionItem, Language } from "../../../src/editors/assistance/index.ts";
import { applyFix, type Diagnostic, type DiagnosticCode, type Span } from "../../../src/index.ts";
import { CODES } from "../../attacks/codes.ts";

/** Codes of the syntax; those of names, types and limits are not among them. */
const SYNTAX: ReadonlySet<DiagnosticCode> = new Set(CODES.SYNTAX);

const TYPES: ReadonlySet<DiagnosticCode> = new Set([
  "argument-type",
  "operand-type",
  "comparison-type",
  "literal-required",
]);

/** The text with the item accepted, and the offset behind what was inserted. */
export function accept(text: string, { edit }: CompletionItem) {
  const after = applyFix(text, { title: "", edits: [edit] });
  return { text: after, cursor: edit.span.start + edit.text.length };
}

/** Throws if an accepted item brings an error of the syntax before the cursor, or one of types that it claims to avoid. */
export function checkItem(language: Language, text: string, item: CompletionItem): void {
  const before = language.diagnostics(text);
  const accepted = accept(text, item);
  // Behind an operator or a comma, an operand has to follow, which is not written yet.
  const isOpen = item.kind === "operator" && item.label !== ")";
  const after = language.diagnostics(isOpen ? `${accepted.text}BLANK()` : accepted.text);
  const isKnown = ({ code, span }: Diagnostic): boolean =>
    before.some((old) => old.code === code && old.span.start === span.start);
  const { start } = item.edit.span;
  const isOfTypes = ({ code, span }: Diagnostic): boolean =>
    TYPES.has(code) && span.start <= start && start < span.end;
  // A parenthesis that closes has no type.
  const claimsTypes = item.fits && item.label !== ")";
  const isWrong = claimsTypes && after.some((found) => isOfTypes(found) && !isKnown(found));
  // What is wrong with a blank too, which fits everywhere, is wrong because of the text around the item.
  const anyway = isWrong ? language.diagnostics(withBlank(text, item)) : [];
  const isAnyway = ({ code, span }: Diagnostic): boolean =>
    anyway.some((old) => old.code === code && old.span.start === span.start);
  const broken = after.filter(
    (found) =>
      !isKnown(found) &&
      ((SYNTAX.has(found.code) && found.span.start < accepted.cursor) ||
        (claimsTypes && isOfTypes(found) && !isAnyway(found))),
  );
  if (broken.length > 0) {
    const shown = broken.map(({ code, message }) => `${code}: ${message}`).join("; ");
    throw new Error(`${JSON.stringify(text)} + ${item.label} = ${accepted.text}\n${shown}`);
  }
}

function withBlank(text: string, { kind, edit: { span } }: CompletionItem): string {
  // An operator's operand is blank already.
  if (kind === "operator") return text;
  return `${text.slice(0, span.start)}BLANK()${text.slice(span.end)}`;
}

/** Asks everything about an offset, and checks what must hold of the answers. */
export function askAll(
  language: Language,
  text: string,
  offset: number,
): readonly CompletionItem[] {
  const { span, items } = language.complete(text, offset);
  requireInside(span, text);
  const labels = new Set<string>();
  for (const [rank, { edit, label, kind, rank: given }] of items.entries()) {
    const name = `${kind} ${label}`;
    if (labels.has(name)) throw new Error(`${text}: ${name} is offered twice`);
    labels.add(name);
    if (given !== rank) throw new Error(`${text}: ${name} has the rank ${given}`);
    if (text.slice(edit.span.start, edit.span.end) === edit.text) {
      throw new Error(`${text}: ${name} changes nothing`);
    }
    requireInside(edit.span, text);
    for (const stop of edit.tabStops) requireInside(stop, edit.text);
  }
  const hover = language.hover(text, offset);
  if (hover !== undefined) {
    requireInside(hover.span, text);
    requireInside(hover.expression.span, text);
  }
  const signature = language.signature(text, offset);
  if (signature !== undefined) {
    requireInside(signature.span, text);
    for (const { label } of signature.parameters) requireInside(label, signature.label);
  }
  return items;
}

/** Asks everything about a whole text. */
export function askText(language: Language, text: string, offset: number): void {
  let end = 0;
  for (const { span } of language.tokens(text)) {
    if (span.start < end || span.end <= span.start) throw new Error(`${text}: tokens overlap`);
    end = span.end;
  }
  if (end > text.length) throw new Error(`${text}: a token ends behind the text`);
  let inner: Span | undefined;
  for (const span of language.selections(text, offset)) {
    requireInside(span, text);
    if (inner !== undefined && !(span.start <= inner.start && inner.end <= span.end)) {
      throw new Error(`${text}: a selection does not hold the one before`);
    }
    inner = span;
  }
  for (const span of language.folds(text)) requireInside(span, text);
  for (const { span } of language.references(text, offset)) requireInside(span, text);
  for (const { edits } of language.fixes(text, { start: offset, end: offset })) {
    for (const edit of edits) requireInside(edit.span, text);
  }
  const renamed = language.rename(text, offset, "new name");
  if (renamed.ok) for (const edit of renamed.edits) requireInside(edit.span, text);
  for (const edit of language.format(text)) requireInside(edit.span, text);
}

function requireInside({ start, end }: Span, text: string): void {
  const isInside = Number.isInteger(start) && start >= 0 && start <= end && end <= text.length;
  if (!isInside) throw new Error(`${JSON.stringify(text)}: no span: ${start} to ${end}`);
}
