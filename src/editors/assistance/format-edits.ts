import type { Edit } from "../../language/source/diagnostic.ts";
import { type FormatOptions, format } from "../../language/syntax/index.ts";

/** The edit that formats a formula; none if it is already formatted, or has a syntax error. */
export function formatEdits(text: string, options: FormatOptions): readonly Edit[] {
  const result = format(text, options);
  return result.ok ? changeBetween(text, result.text) : [];
}

/** The smallest edit from one string to another; none if they are equal. */
function changeBetween(before: string, after: string): readonly Edit[] {
  if (before === after) return [];
  const most = Math.min(before.length, after.length);
  let start = 0;
  while (start < most && before[start] === after[start]) start++;
  let end = 0;
  while (end < most - start && before.at(-1 - end) === after.at(-1 - end)) end++;
  const span = { start, end: before.length - end };
  return [{ span, text: after.slice(start, after.length - end) }];
}
