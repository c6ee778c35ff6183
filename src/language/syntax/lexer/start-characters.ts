/** The character codes from the first to the last. */
export function range(first: string, last: string): number[] {
  const start = first.charCodeAt(0);
  return Array.from({ length: last.charCodeAt(0) - start + 1 }, (_, index) => start + index);
}

/**
 * Codes for a token that may start with any character. The lexer groups tokens by their first UTF-16 unit: each unit
 * below 256 is a group, and so is each block of 255 units above. These codes cover all groups.
 */
export const EVERY_CHARACTER: readonly number[] = [
  ...range("\0", "\u00ff"),
  ...Array.from({ length: 257 }, (_, block) => (block + 1) * 255 + 1).filter(
    (code) => code <= 0xffff,
  ),
  0xffff,
];
