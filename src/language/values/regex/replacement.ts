import type { Regex } from "./regex.ts";

/** The replacement of a match: strings, and numbers of groups; 0 is the whole match. */
export interface Replacement {
  readonly parts: readonly (string | number)[];
}

/** The replacement, or the first group in it that the pattern does not have. */
export type ReplacementResult =
  | { readonly ok: true; readonly replacement: Replacement }
  | { readonly ok: false; readonly group: string; readonly offset: number };

/**
 * Parses a replacement: `$1` to `$9` are groups, `$0` is the whole match, and `$$` is a dollar sign. Any other `$` is
 * literal.
 */
export function parseReplacement(text: string, regex: Regex): ReplacementResult {
  const parts: (string | number)[] = [];
  let end = 0;
  for (const { 0: found, 1: mark = "", index } of text.matchAll(/\$([\d$])/g)) {
    parts.push(text.slice(end, index));
    end = index + found.length;
    if (mark === "$") parts.push(mark);
    else if (Number(mark) <= regex.groupCount) parts.push(Number(mark));
    else return { ok: false, group: found, offset: index };
  }
  parts.push(text.slice(end));
  return { ok: true, replacement: Object.freeze({ parts }) };
}
