import type { Range, TextDocument, TextEdit } from "vscode-languageserver-textdocument";
import type { Edit } from "../../language/source/diagnostic.ts";
import type { Span } from "../../language/source/span.ts";

/** Converts a span to lines and characters of the protocol. */
export function rangeOf(document: TextDocument, { start, end }: Span): Range {
  return { start: document.positionAt(start), end: document.positionAt(end) };
}

export function spanOf(document: TextDocument, { start, end }: Range): Span {
  return { start: document.offsetAt(start), end: document.offsetAt(end) };
}

export function textEditsOf(document: TextDocument, edits: readonly Edit[]): TextEdit[] {
  return edits.map(({ span, text }) => ({ range: rangeOf(document, span), newText: text }));
}
