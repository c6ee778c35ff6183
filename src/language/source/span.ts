/** A half-open range of UTF-16 offsets into the formula's text. */
export interface Span {
  /** The offset of the first character, in UTF-16 units. */
  readonly start: number;
  /** The offset after the last character. */
  readonly end: number;
}
