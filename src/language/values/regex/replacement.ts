import { quote } from "../../../util/quote.ts";
import type { Regex } from "./regex.ts";

/** The replacement of a match: texts, and numbers of groups; 0 is the whole match. */
export interface Replacement {
  readonly parts: readonly (string | number)[];
}

export type ReplacementResult =
  | { readonly ok: true; readonly replacement: Replacement }
  | { readonly ok: false; readonly message: string; readonly offset: number };

/**
 * Reads a replacement: `$1` to `$9` are the texts of groups, `$0` is the whole match, and `$$` is a dollar sign. Any
 * other `$` stands for itself.
 */
export function parseReplacement(text: string, regex: Regex): ReplacementResult {
  const parts: (string | number)[] = [];
  let end = 0;
  for (const { 0: found, 1: mark = "", index } of text.matchAll(/\$([\d$])/g)) {
    parts.push(text.slice(end, index));
    end = index + found.length;
    if (mark === "$") parts.push(mark);
    else if (Number(mark) <= regex.groupCount) parts.push(Number(mark));
    else return { ok: false, message: missingGroup(found, regex.groupCount), offset: index };
  }
  parts.push(text.slice(end));
  return { ok: true, replacement: Object.freeze({ parts }) };
}

function missingGroup(reference: string, groupCount: number): string {
  const groups =
    groupCount === 0 ? "no group" : groupCount === 1 ? "1 group" : `${groupCount} groups`;
  const advice = `write ${quote(`$${reference}`)} for a dollar sign`;
  return `${quote(reference)} names a group, but the pattern has ${groups}: ${advice}`;
}
