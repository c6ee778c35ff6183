const NAME = /[\p{L}_][\p{L}\p{M}\p{Nd}_]*/uy;

const IN_ASCII_NAME = new Uint8Array(128);
for (const character of "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz_") {
  IN_ASCII_NAME[character.charCodeAt(0)] = 1;
}

/** Where the name that starts at the offset ends; the offset itself when none starts there. A digit must not be first. */
export function nameEnd(text: string, offset: number): number {
  let end = offset;
  while (IN_ASCII_NAME[text.charCodeAt(end)] === 1) end++;
  if (end === text.length || text.charCodeAt(end) < 0x80) return end;
  // A character beyond ASCII: whether it is part of the name takes Unicode's tables.
  NAME.lastIndex = offset;
  return NAME.test(text) ? NAME.lastIndex : offset;
}

/** Whether the whole text can stand as a bare name. */
export function isName(text: string): boolean {
  const first = text.charCodeAt(0);
  const startsWithDigit = first >= 0x30 && first <= 0x39;
  return text !== "" && !startsWithDigit && nameEnd(text, 0) === text.length;
}
