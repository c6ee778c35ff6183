import { lowerText, upperText } from "../../../language/values/text/index.ts";

export type LetterCase = "lower" | "upper";

/** A letter and its mapping to another case. */
export type LetterPair = readonly [from: string, to: string];

/** The ranges that contain cased letters. Other ranges hold ideographs, syllables and unassigned code points. */
const ALPHABETS: readonly (readonly [first: number, after: number])[] = [
  [0, 0x3400],
  [0xa600, 0xac00],
  [0xfb00, 0x17000],
  [0x1d000, 0x20000],
];
const BLOCK_SIZE = 0x80;

/** The letters with a case mapping, in this version of JavaScript. Computing them takes some milliseconds. */
export function letterPairs(letterCase: LetterCase): readonly LetterPair[] {
  const map = letterCase === "lower" ? lowerText : upperText;
  const pairs: LetterPair[] = [];
  for (const [first, after] of ALPHABETS) {
    for (let start = first; start < after; start += BLOCK_SIZE) {
      const codes = Array.from({ length: BLOCK_SIZE }, (_, index) => start + index);
      for (const letter of String.fromCodePoint(...codes).match(CASED) ?? []) {
        if (map(letter) !== letter) pairs.push([letter, map(letter)]);
      }
    }
  }
  return pairs;
}

const CASED = /\p{Changes_When_Casemapped}/gu;
