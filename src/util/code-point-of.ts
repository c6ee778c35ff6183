/** The code point that a text begins with; 0 if the text is empty. */
export function codePointOf(text: string): number {
  return text.codePointAt(0) ?? 0;
}
