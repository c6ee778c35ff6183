// Neighbouring repetitions never match the same character, so a failure is found in linear time.
const numberPattern = /^ *[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)? *$/;

/**
 * Parses a decimal number: an optional sign, digits with an optional fraction, an optional exponent, and spaces
 * (U+0020) around it. `undefined` for any other text and for a number out of range.
 *
 * Group separators, currency signs and percent signs are rejected: the meaning of `1,234` and `1.234` depends on the
 * country, and a filter must not guess.
 */
export function parseNumberText(text: string): number | undefined {
  if (!numberPattern.test(text)) return undefined;
  // Adding 0 turns -0 into 0.
  const value = Number(text) + 0;
  return Number.isFinite(value) ? value : undefined;
}
