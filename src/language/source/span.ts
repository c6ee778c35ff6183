/** A half-open range of UTF-16 offsets into the formula's text. */
export interface Span {
  /** The offset of the first character, in UTF-16 units. */
  readonly start: number;
  /** The offset after the last character. */
  readonly end: number;
}

/** The smallest span that contains both. */
export function joinSpans(first: Span, last: Span): Span {
  return { start: Math.min(first.start, last.start), end: Math.max(first.end, last.end) };
}
