import { type LetterCase, letterPairs } from "./letter-pairs.ts";

/**
 * Characters whose case mapping is the same in every version of MariaDB and JavaScript. MariaDB uses an old version of
 * Unicode, and Unicode keeps pairs of letters stable. Letters that were added later, or got a partner later, are
 * omitted.
 */
const SETTLED =
  // Latin letters, without ĸ and ŉ; those of Vietnamese, Chinese and Romanian; apostrophes and accents
  String.raw`\x{1}-\x{137}\x{139}-\x{148}\x{14a}-\x{17f}\x{1a0}\x{1a1}\x{1af}\x{1b0}\x{1cd}-\x{1dc}\x{218}-\x{21b}\x{2b9}-\x{2df}\x{300}-\x{36f}` +
  // Greek, Cyrillic, Armenian
  String.raw`\x{386}\x{388}-\x{38a}\x{38c}\x{38e}\x{38f}\x{391}-\x{3a1}\x{3a3}-\x{3af}\x{3b1}-\x{3ce}\x{400}-\x{481}\x{490}-\x{4bf}\x{531}-\x{556}\x{561}-\x{586}` +
  // scripts without case from Hebrew to Burmese, Korean, Ethiopic, Khmer, Mongolian
  String.raw`\x{590}-\x{6ff}\x{900}-\x{109f}\x{1100}-\x{137f}\x{1780}-\x{18af}` +
  // more Latin letters, with which Vietnamese is written
  String.raw`\x{1e00}-\x{1e95}\x{1ea0}-\x{1ef9}` +
  // punctuation, currencies, signs
  String.raw`\x{2000}-\x{209c}\x{20a0}-\x{20cf}\x{2116}\x{2122}\x{2150}-\x{217f}\x{2190}-\x{2bff}` +
  // East Asia, private use, ligatures and other forms
  String.raw`\x{2e80}-\x{9fff}\x{ac00}-\x{d7a3}\x{e000}-\x{ffff}` +
  // old scripts, mathematics, pictures, rare ideographs
  String.raw`\x{10000}-\x{103ff}\x{1d400}-\x{1d7ff}\x{1f000}-\x{1faff}\x{20000}-\x{3ffff}`;

/** Matches a character whose case may depend on the version of Unicode. */
export const UNSETTLED = `[^${SETTLED}]`;

/** A lookup table of case mappings that is appended to a text. It starts with two NULs, since a text has no NUL. */
export interface LetterTable {
  /** Each letter followed by its mapping, after a NUL. */
  readonly table: string;
  /** A pattern: the first group is a letter that may change, the second its mapping. */
  readonly letter: string;
}

/** Uncased characters, which are too many to look up. */
const UNCASED = String.raw`\x{0}-\x{40}\x{900}-\x{109f}\x{2000}-\x{209c}\x{2e80}-\x{9fff}\x{ac00}-\x{d7a3}\x{1f000}-\x{1faff}`;

const known = new Map<LetterCase, LetterTable>();

/** All letters with a case mapping. Computed on first use, which takes some milliseconds. */
export function lettersOf(letterCase: LetterCase): LetterTable {
  const letters = known.get(letterCase) ?? gather(letterCase);
  known.set(letterCase, letters);
  return letters;
}

function gather(letterCase: LetterCase): LetterTable {
  const pairs = letterPairs(letterCase).map(([from, to]) => `\0${from}${to}`);
  const unchanged = letterCase === "lower" ? "Ll" : "Lu";
  return {
    table: `\0${pairs.join("")}`,
    letter: String.raw`([^${UNCASED}\p{${unchanged}}])(?=[^\x{0}]*+\x{0}(?:\x{0}[^\x{0}]{2})*?\x{0}\1([^\x{0}]))`,
  };
}
