import type { CodePointRange, CodePointRanges } from "./regex-node.ts";

const SURROGATES: CodePointRange = [0xd800, 0xdfff];
const LAST_CODE_POINT = 0x10ffff;

export const DIGITS: CodePointRanges = [[0x30, 0x39]];
export const WORD: CodePointRanges = [
  [0x30, 0x39],
  [0x41, 0x5a],
  [0x5f, 0x5f],
  [0x61, 0x7a],
];
/** White space as in RE2: tab, line feed, form feed, carriage return, space. */
export const SPACES: CodePointRanges = [
  [0x09, 0x0a],
  [0x0c, 0x0d],
  [0x20, 0x20],
];

/** Sorts ranges, and merges those that overlap or touch. */
export function joinRanges(ranges: CodePointRanges): CodePointRanges {
  const joined: CodePointRange[] = [];
  let open: CodePointRange | undefined;
  for (const range of [...ranges].sort((a, b) => a[0] - b[0])) {
    if (open === undefined) open = range;
    else if (range[0] <= open[1] + 1) open = [open[0], Math.max(open[1], range[1])];
    else {
      joined.push(open);
      open = range;
    }
  }
  if (open !== undefined) joined.push(open);
  return joined;
}

/** All characters that a text may have (no NUL, no surrogates), except those in the ranges. */
export function complementRanges(ranges: CodePointRanges): CodePointRanges {
  const rest: CodePointRange[] = [];
  let first = 1;
  for (const [from, to] of joinRanges([...ranges, SURROGATES])) {
    if (from > first) rest.push([first, from - 1]);
    first = to + 1;
  }
  if (first <= LAST_CODE_POINT) rest.push([first, LAST_CODE_POINT]);
  return rest;
}
