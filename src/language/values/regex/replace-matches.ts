import { MAX_TEXT_BYTES, utf8Length } from "../text/index.ts";
import type { RegexMatch, StepCounter } from "./match-result.ts";
import type { Regex } from "./regex.ts";
import { matchesOf } from "./regex-find.ts";
import type { Replacement } from "./replacement.ts";
import { characterLength } from "./text-boundary.ts";

/**
 * Replaces every match in the text, from left to right; `undefined` if the result has more than `maxBytes` bytes in
 * UTF-8. As in RE2, an empty match directly after another match is ignored.
 */
export function regexReplaceAll(
  regex: Regex,
  text: string,
  replacement: Replacement,
  maxBytes: number = MAX_TEXT_BYTES,
  counter?: StepCounter,
): string | undefined {
  const matches = matchesOf(regex, text, counter);
  let result = "";
  let copied = -1;
  let from = 0;
  while (from <= text.length) {
    const match = matches.next(from);
    if (match === undefined) break;
    const { start, end } = match;
    if (start < end || start !== copied) {
      result += text.slice(Math.max(copied, 0), start) + expand(replacement, match, text, maxBytes);
      copied = end;
    }
    from = start < end ? end : end + characterLength(text, end);
    // A text has at least as many bytes as UTF-16 units, so a result with too many units is too long.
    if (result.length > maxBytes) return undefined;
  }
  result += text.slice(Math.max(copied, 0));
  return result.length * 3 <= maxBytes || utf8Length(result) <= maxBytes ? result : undefined;
}

function expand(
  { parts }: Replacement,
  { start, end, groups }: RegexMatch,
  text: string,
  maxBytes: number,
): string {
  let expanded = "";
  for (const part of parts) {
    // The engine throws for a text that is far too long.
    if (expanded.length > maxBytes) break;
    if (typeof part === "string") expanded += part;
    else expanded += part === 0 ? text.slice(start, end) : (groups[part - 1] ?? "");
  }
  return expanded;
}
