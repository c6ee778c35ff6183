import { lowerText, upperText } from "../../../language/values/text/index.ts";

export type LetterCase = "lower" | "upper";

/** A letter, and what it becomes in another case. */
export type LetterPair = readonly [from: string, to: string];

/** Letters with a case are only in these ranges. Elsewhere are ideographs, syllables and code points without use. */
const ALPHABETS: readonly (readonly [first: number, after: number])[] = [
  [0, 0x3400],
  [0xa600, 0xac00],
  [0xfb00, 0x17000],
  [0x1d000, 0x20000],
];
const STRETCH = 0x80;

/** Letters that change in a case, as this version of JavaScript knows them. Finding them takes some milliseconds. */
export function letterPairs(letterCase: LetterCase): readonly LetterPair[] {
  const map = letterCase === "lower" ? lowerText : upperText;
  const pairs: LetterPair[] = [];
  for (const [first, after] of ALPHABETS) {
    for (let start = first; start < after; start += STRETCH) {
      const codes = Array.from({ length: STRETCH }, (_, index) => start + index);
      for (const letter of String.fromCodePoint(...codes).match(CASED) ?? []) {
        if (map(letter) !== letter) pairs.push([letter, map(letter)]);
      }
    }
  }
  return pairs;
}

const CASED = /\p{Changes_When_Casemapped}/gu;
