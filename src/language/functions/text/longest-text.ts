/**
 * A number of code points that no text has. All counts and places above it mean the same, so they are clamped to it,
 * and arithmetic on them stays exact.
 */
export const LONGEST_TEXT: number = 2 ** 30;
