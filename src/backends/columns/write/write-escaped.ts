const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const SPACE = 0x20;

/**
 * The letter of the short escape of a control character, such as `
 * `; 0 if it has none.
 */
const LETTERS = new Uint8Array(SPACE);
for (const [letter, code] of [
  ["b", 0x08],
  ["t", 0x09],
  ["n", 0x0a],
  ["f", 0x0c],
  ["r", 0x0d],
] as const) {
  LETTERS[code] = letter.charCodeAt(0);
}

/** The maximum number of bytes that a byte of a text becomes: `\u001f`. */
export const MOST_ESCAPED_BYTES = 6;

/** Writes UTF-8 with JSON escapes, without quotes; returns the offset after it. */
export function writeEscaped(
  from: Uint8Array,
  start: number,
  end: number,
  into: Uint8Array,
  at: number,
): number {
  let offset = at;
  for (let index = start; index < end; index++) {
    const byte = from[index] as number;
    if (byte >= SPACE && byte !== QUOTE && byte !== BACKSLASH) {
      into[offset++] = byte;
      continue;
    }
    into[offset++] = BACKSLASH;
    if (byte >= SPACE) {
      into[offset++] = byte;
      continue;
    }
    const letter = LETTERS[byte] as number;
    if (letter !== 0) {
      into[offset++] = letter;
      continue;
    }
    into[offset] = 0x75;
    into[offset + 1] = 0x30;
    into[offset + 2] = 0x30;
    into[offset + 3] = 0x30 + (byte >> 4);
    const low = byte & 15;
    into[offset + 4] = low < 10 ? 0x30 + low : 0x57 + low;
    offset += 5;
  }
  return offset;
}
