import type { Anchor } from "./regex-node.ts";

/** One side of a position in a text: the edge of the text, a character of a word, or another character. */
export type Side = typeof OTHER | typeof IN_WORD | typeof EDGE;
export const OTHER = 0;
export const IN_WORD = 1;
/** The start or the end of the text. */
export const EDGE = 2;

const wordCharacter = /\w/;

export function sideBefore(text: string, position: number): Side {
  return position === 0 ? EDGE : sideOf(text.charAt(position - 1));
}

export function sideAfter(text: string, position: number): Side {
  return position === text.length ? EDGE : sideOf(text.charAt(position));
}

/** Words are ASCII, so half of a surrogate pair gives the same result as the whole character. */
function sideOf(character: string): Side {
  return wordCharacter.test(character) ? IN_WORD : OTHER;
}

export function isAnchorHeld(anchor: Anchor, left: Side, right: Side): boolean {
  if (anchor === "start") return left === EDGE;
  if (anchor === "end") return right === EDGE;
  return ((left === IN_WORD) !== (right === IN_WORD)) === (anchor === "wordBoundary");
}

/** The number of UTF-16 units of the character at a position. */
export function characterLength(text: string, position: number): 1 | 2 {
  return (text.codePointAt(position) ?? 0) > 0xffff ? 2 : 1;
}
