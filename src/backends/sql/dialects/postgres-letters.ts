import { parameter, type SqlFragment } from "../sql-fragment.ts";
import { type LetterCase, letterPairs } from "./letter-pairs.ts";

/**
 * Characters whose case mapping is the same in PostgreSQL's own Unicode collation and in every version of JavaScript:
 * pairs of letters are stable. Omitted are characters that some version of Unicode lacks, and letters that may get a
 * partner in another version.
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

/** Matches a character whose case may depend on the version of Unicode. */
export const UNCERTAIN_CASE = `[^${KNOWN}]`;

/** Letters and their mappings, in the form that `translate` takes. */
export interface TranslatedLetters {
  readonly from: SqlFragment;
  readonly to: SqlFragment;
}

const known = new Map<LetterCase, TranslatedLetters>();

/** All letters with a case mapping. Computed on first use, which takes some milliseconds. */
export function lettersOf(letterCase: LetterCase): TranslatedLetters {
  const letters = known.get(letterCase) ?? gather(letterCase);
  known.set(letterCase, letters);
  return letters;
}

function gather(letterCase: LetterCase): TranslatedLetters {
  const pairs = letterPairs(letterCase);
  const joined = (side: 0 | 1): SqlFragment =>
    parameter(pairs.map((pair) => pair[side]).join(""), "text");
  return { from: joined(0), to: joined(1) };
}
