import type { RegexNode } from "../../../language/values/regex/index.ts";

// Pattern syntax that several engines have in common.

type Ranges = Extract<RegexNode, { readonly kind: "set" }>["ranges"];

/** A quantifier. It is always greedy, which affects the match but not whether there is one. */
export function quantifier(min: number, max: number): string {
  if (max === Number.POSITIVE_INFINITY) return min === 0 ? "*" : min === 1 ? "+" : `{${min},}`;
  if (min === max) return `{${min}}`;
  return min === 0 && max === 1 ? "?" : `{${min},${max}}`;
}

/** The content of the brackets of a set. */
export function setMembers(ranges: Ranges, member: (code: number) => string): string {
  return ranges
    .map(([first, last]) => (first === last ? member(first) : `${member(first)}-${member(last)}`))
    .join("");
}

/** A character by its number, unless it is a letter or a digit, which need no escape in any engine. */
export function escapedCode(code: number): string {
  const character = String.fromCodePoint(code);
  return /^[0-9A-Za-z]$/.test(character) ? character : `\\x{${code.toString(16)}}`;
}
