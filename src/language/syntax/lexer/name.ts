/** A bare name, as a regular expression with the flag `u`. */
export const NAME_PATTERN = String.raw`[\p{L}_][\p{L}\p{M}\p{Nd}_]*`;

const NAME = new RegExp(NAME_PATTERN, "uy");

const IN_ASCII_NAME = new Uint8Array(128);
for (const character of "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz_") {
  IN_ASCII_NAME[character.charCodeAt(0)] = 1;
}

/**
 * The end of the name that starts at the offset, or the offset itself if no name starts there. The caller makes sure
 * that the first character is not a digit.
 */
export function nameEnd(text: string, offset: number): number {
  let end = offset;
  while (IN_ASCII_NAME[text.charCodeAt(end)] === 1) end++;
  if (end === text.length || text.charCodeAt(end) < 0x80) return end;
  // A non-ASCII character needs the regular expression.
  NAME.lastIndex = offset;
  return NAME.test(text) ? NAME.lastIndex : offset;
}

/** Whether the whole text is a valid bare name. */
export function isName(text: string): boolean {
  const first = text.charCodeAt(0);
  const startsWithDigit = first >= 0x30 && first <= 0x39;
  return text !== "" && !startsWithDigit && nameEnd(text, 0) === text.length;
}
