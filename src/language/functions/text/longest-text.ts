/**
 * More code points than any text has. All larger counts and positions are equivalent, so they are clamped to it, which
 * keeps arithmetic on them exact.
 */
export const LONGEST_TEXT: number = 2 ** 30;
