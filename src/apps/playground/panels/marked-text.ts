import type { Span } from "../../../language/source/span.ts";

/** A part of a string, marked or not. */
export interface TextSegment {
  readonly text: string;
  /** The reason for the mark; omitted for unmarked parts. */
  readonly mark?: string;
}

/** Splits a string at spans. Of two overlapping spans, the later one begins where the earlier one ends. */
export function markedText(
  text: string,
  marks: readonly { readonly span: Span; readonly mark: string }[],
): readonly TextSegment[] {
  const segments: TextSegment[] = [];
  let at = 0;
  for (const { span, mark } of [...marks].sort((a, b) => a.span.start - b.span.start)) {
    const start = Math.max(span.start, at);
    if (span.end <= start) continue;
    if (start > at) segments.push({ text: text.slice(at, start) });
    segments.push({ text: text.slice(start, span.end), mark });
    at = span.end;
  }
  if (at < text.length) segments.push({ text: text.slice(at) });
  return segments;
}
