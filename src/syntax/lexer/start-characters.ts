/** The codes of the characters from the first to the last. */
export function range(first: string, last: string): number[] {
  const start = first.charCodeAt(0);
  return Array.from({ length: last.charCodeAt(0) - start + 1 }, (_, index) => start + index);
}

/**
 * The lexer keeps its candidates by first UTF-16 unit, one by one below 256 and in blocks of 255
 * above: these codes name every unit and every block.
 */
export const EVERY_CHARACTER: readonly number[] = [
  ...range("\0", "\u00ff"),
  ...Array.from({ length: 257 }, (_, block) => (block + 1) * 255 + 1).filter(
    (code) => code <= 0xffff,
  ),
  0xffff,
];
