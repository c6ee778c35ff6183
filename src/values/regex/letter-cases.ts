import { joinRanges } from "./code-point-ranges.ts";
import type { CodePointRange, CodePointRanges } from "./regex-node.ts";

// Every letter with a case lies in one of these blocks (a test visits all code points).
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

let letterCases: ReadonlyMap<number, readonly number[]> | undefined;

/**
 * The ranges with every case of every letter in them, by Unicode's simple case folding, which no
 * language changes: k, K and the Kelvin sign are one letter; ı and İ stand each for itself.
 */
export function withAllCases(ranges: CodePointRanges): CodePointRanges {
  letterCases ??= gatherCases();
  const added: CodePointRange[] = [];
  for (const [first, last] of ranges) {
    if (first === last) {
      for (const other of letterCases.get(first) ?? []) added.push([other, other]);
    } else {
      for (const [letter, others] of letterCases) {
        if (letter < first || letter > last) continue;
        for (const other of others) added.push([other, other]);
      }
    }
  }
  return added.length === 0 ? ranges : joinRanges([...ranges, ...added]);
}

function gatherCases(): ReadonlyMap<number, readonly number[]> {
  const families = new Map<string, number[]>();
  for (const [first, last] of CASED_BLOCKS) {
    for (let code = first; code <= last; code++) {
      const key = foldLetter(String.fromCodePoint(code));
      const family = families.get(key);
      if (family === undefined) families.set(key, [code]);
      else family.push(code);
    }
  }
  const cases = new Map<number, readonly number[]>();
  for (const family of families.values()) {
    if (family.length > 1) for (const code of family) cases.set(code, family);
  }
  return cases;
}

/** The native mappings give several characters for some letters, which then have no simple mapping. */
function foldLetter(letter: string): string {
  if (letter === "ı") return letter;
  const upper = letter.toUpperCase();
  const base = upper.length === letter.length ? upper : letter;
  const lower = base.toLowerCase();
  return lower.length === base.length ? lower : base;
}
