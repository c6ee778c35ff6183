import { joinRanges } from "./code-point-ranges.ts";
import type { CodePointRange, CodePointRanges } from "./regex-node.ts";

// The blocks that contain all cased letters. A test visits every code point of the planes with such letters.
const CASED_BLOCKS: CodePointRanges = [
  [0x41, 0x587],
  [0x10a0, 0x13fd],
  [0x1c80, 0x2184],
  [0x24b6, 0x24e9],
  [0x2c00, 0x2d2d],
  [0xa640, 0xabbf],
  [0xff21, 0xff5a],
  [0x10400, 0x10d85],
  [0x118a0, 0x118df],
  [0x16e40, 0x16ed3],
  [0x1e900, 0x1e943],
];

/** Two or more letters that differ only in case, ascending. */
type Family = readonly number[];

interface LetterCases {
  readonly families: readonly Family[];
  readonly familyOf: ReadonlyMap<number, Family>;
}

let letterCases: LetterCases | undefined;

/**
 * Adds all cases of the letters in the ranges, by Unicode's simple case folding, which is independent of the language:
 * k, K and the Kelvin sign are one letter, and ı and İ are letters without other cases.
 */
export function withAllCases(ranges: CodePointRanges): CodePointRanges {
  letterCases ??= gatherCases();
  const added: CodePointRange[] = [];
  for (const [first, last] of ranges) {
    const own = first === last ? [letterCases.familyOf.get(first) ?? []] : letterCases.families;
    for (const family of own) {
      const [lowest = 0] = family;
      const highest = family.at(-1) ?? 0;
      // Most families are completely inside or outside a wide range.
      if ((first <= lowest && highest <= last) || highest < first || last < lowest) continue;
      if (!family.some((letter) => first <= letter && letter <= last)) continue;
      for (const letter of family) added.push([letter, letter]);
    }
  }
  return added.length === 0 ? ranges : joinRanges([...ranges, ...added]);
}

function gatherCases(): LetterCases {
  const byKey = new Map<string, number[]>();
  for (const [first, last] of CASED_BLOCKS) {
    for (let code = first; code <= last; code++) {
      const key = foldLetter(String.fromCodePoint(code));
      const family = byKey.get(key);
      if (family === undefined) byKey.set(key, [code]);
      else family.push(code);
    }
  }
  const families = [...byKey.values()].filter((family) => family.length > 1);
  return {
    families,
    familyOf: new Map(families.flatMap((family) => family.map((code) => [code, family] as const))),
  };
}

/** A native mapping to several characters is ignored: then the letter has no simple mapping. */
function foldLetter(letter: string): string {
  if (letter === "ı") return letter;
  const upper = letter.toUpperCase();
  const base = upper.length === letter.length ? upper : letter;
  const lower = base.toLowerCase();
  return lower.length === base.length ? lower : base;
}
