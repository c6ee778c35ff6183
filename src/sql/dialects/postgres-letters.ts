import { lowerText, upperText } from "../../values/text/index.ts";
import { type Fragment, parameter } from "../fragment.ts";

/**
 * Characters whose case PostgreSQL's own collation of Unicode knows as every version of JavaScript does: pairs of letters stay pairs for ever.
 * Outside are characters that one version of Unicode lacks, and letters that may get a partner in another.
 */
const KNOWN =
  // Latin letters, without ĸ and ŉ, and accents
  "\\u0001-\\u0137\\u0139-\\u0148\\u014A-\\u017F\\u0300-\\u036F" +
  // Greek, Cyrillic, Armenian, Georgian
  "\\u0386\\u0388-\\u038A\\u038C\\u038E\\u038F\\u0391-\\u03A1\\u03A3-\\u03AF\\u03B1-\\u03CE" +
  "\\u0400-\\u052F\\u0531-\\u0556\\u0561-\\u0586\\u10D0-\\u10FA" +
  // scripts without case from Hebrew to Tibetan
  "\\u0590-\\u06FF\\u0900-\\u0FFF" +
  // more Latin letters, with which Vietnamese is written
  "\\u1E00-\\u1E95\\u1E9E\\u1EA0-\\u1EFF" +
  // punctuation, currencies, signs
  "\\u2000-\\u206F\\u20A0-\\u20CF\\u2116\\u2122\\u2190-\\u2BFF" +
  // East Asia
  "\\u2E80-\\u9FFF\\uAC00-\\uD7A3\\uF900-\\uFAFF\\uFE00-\\uFE0F\\uFE30-\\uFE4F\\uFF01-\\uFF60" +
  // pictures, and rare ideographs
  "\\U0001F300-\\U0001FAFF\\U00020000-\\U0003FFFF";

/** A pattern that finds a character of which versions of Unicode may tell different cases. */
export const UNCERTAIN_CASE = `[^${KNOWN}]`;

/** Letters with what each becomes, as `translate` takes them. */
export interface Letters {
  readonly from: Fragment;
  readonly to: Fragment;
}

export type LetterCase = "lower" | "upper";

let known: Readonly<Record<LetterCase, Letters>> | undefined;

/** All letters that change in one of the cases; gathered at first use, since that takes some milliseconds. */
export function lettersOf(letterCase: LetterCase): Letters {
  known ??= gatherLetters();
  return known[letterCase];
}

/** Where letters with a case are, and may come to be: elsewhere are ideographs, syllables and nothing. */
const ALPHABETS: readonly (readonly [first: number, after: number])[] = [
  [0, 0x3400],
  [0xa600, 0xac00],
  [0xfb00, 0x17000],
  [0x1d000, 0x20000],
];
const STRETCH = 0x80;

function gatherLetters(): Record<LetterCase, Letters> {
  const cased: string[] = [];
  for (const [first, after] of ALPHABETS) {
    for (let start = first; start < after; start += STRETCH) {
      const codes = Array.from({ length: STRETCH }, (_, index) => start + index);
      const found = String.fromCodePoint(...codes).match(/\p{Changes_When_Casemapped}/gu);
      if (found !== null) cased.push(...found);
    }
  }
  return { lower: lettersBy(lowerText, cased), upper: lettersBy(upperText, cased) };
}

function lettersBy(map: (text: string) => string, cased: readonly string[]): Letters {
  const from = cased.filter((letter) => map(letter) !== letter);
  return {
    from: parameter(from.join(""), "text"),
    to: parameter(from.map(map).join(""), "text"),
  };
}
