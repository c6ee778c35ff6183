/**
 * More code points than a text can have: counts and places beyond it mean the same, and arithmetic on what is
 * clamped to it stays exact.
 */
export const LONGEST_TEXT: number = 2 ** 30;
