// No two neighbouring repetitions can match the same character, so a failure is found in linear time.
const numberPattern = /^ *[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)? *$/;

/**
 * The number a text writes in decimal: an optional sign, digits with an optional fraction, an optional
 * exponent, and spaces (U+0020) around it. `undefined` for anything else and for a number out of range.
 *
 * Group separators, currency signs and percent signs are refused: what `1,234` or `1.234` means depends on the
 * country, and a filter that guesses is worse than one that says so.
 */
export function parseNumberText(text: string): number | undefined {
  if (!numberPattern.test(text)) return undefined;
  // Adding 0 turns -0 into 0.
  const value = Number(text) + 0;
  return Number.isFinite(value) ? value : undefined;
}
