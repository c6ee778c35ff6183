/** The first code point of a string; 0 if the string is empty. */
export function codePointOf(text: string): number {
  return text.codePointAt(0) ?? 0;
}
