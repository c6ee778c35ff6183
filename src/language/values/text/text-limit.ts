/** The maximum size of a text result in UTF-8 bytes, in every back end. */
export const MAX_TEXT_BYTES = 65_536;

/** The size of a text in UTF-8 bytes. */
export function utf8Length(text: string): number {
  let bytes = text.length;
  for (let unit = 0; unit < text.length; unit++) {
    const code = text.charCodeAt(unit);
    // A surrogate pair has four bytes, so each half counts as two.
    if (code > 0x7f) bytes += code > 0x7ff && (code & 0xf800) !== 0xd800 ? 2 : 1;
  }
  return bytes;
}

/** Whether a text has at most `MAX_TEXT_BYTES` bytes in UTF-8. */
export function isWithinTextLimit(text: string): boolean {
  if (text.length * 3 <= MAX_TEXT_BYTES) return true;
  return text.length <= MAX_TEXT_BYTES && utf8Length(text) <= MAX_TEXT_BYTES;
}
