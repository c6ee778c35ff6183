/** A half-open range of UTF-16 offsets into the formula's text. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** The smallest span that holds both. */
export function joinSpans(first: Span, last: Span): Span {
  return { start: Math.min(first.start, last.start), end: Math.max(first.end, last.end) };
}
