import { describe, expect, test } from "vitest";
import { parseReplacement, regexReplaceAll } from "../../../../src/language/values/regex/index.ts";
import { regexOf } from "./regex-of.ts";

function replaceAll(text: string, pattern: string, replacement: string, maxBytes?: number) {
  const regex = regexOf(pattern);
  const parsed = parseReplacement(replacement, regex);
  if (!parsed.ok) throw new Error(parsed.group);
  const natively = regexReplaceAll(regex, text, parsed.replacement, maxBytes);
  expect(regexReplaceAll(regex, text, parsed.replacement, maxBytes, { steps: 0 })).toBe(natively);
  return natively;
}

test.each<[text: string, pattern: string, replacement: string, result: string]>([
  ["abcabc", "b", "-", "a-ca-c"],
  ["abcabc", "[bc]+", "-", "a-a-"],
  ["abc", "x", "-", "abc"],
  ["abab", "^ab", "-", "-ab"],
  ["abab", "ab$", "-", "ab-"],
  ["aaa", "^a", "-", "-aa"],
  // An empty pattern matches between characters
  ["a😀", "", "-", "-a-😀-"],
  ["", "", "-", "-"],
  ["abc", "x*", "-", "-a-b-c-"],
  // As in RE2, not right after another match
  ["baaac", "a*", "-", "-b-c-"],
  ["ab", "a|", "-", "-b-"],
  ["a b", "\\b", "|", "|a| |b|"],
  // The syntax of the replacement
  ["john smith", "(\\w+) (\\w+)", "$2, $1", "smith, john"],
  ["abc", "b", "[$0]", "a[b]c"],
  ["abc", "b", "$$1", "a$1c"],
  ["abc", "b", "$&$`$'", "a$&$`$'c"],
  ["abc", "b", "$", "a$c"],
  ["abc", "(b)", "$10", "ab0c"],
  ["abc", "(b)|(c)", "<$2>", "a<><c>"],
  ["a", "(?<__proto__>a)", "$<__proto__>", "$<__proto__>"],
  ["a", "a", "\\n\\1", "\\n\\1"],
])("%j with %j replaced by %j", (text, pattern, replacement, result) => {
  expect(replaceAll(text, pattern, replacement)).toBe(result);
});

describe("replacements that are refused", () => {
  test.each([
    ["a$1", "b", 1, "$1"],
    ["$1$$$2", "(b)", 4, "$2"],
    ["$9", "(b)(c)", 0, "$9"],
  ])("%j for %j", (replacement, pattern, offset, group) => {
    expect(parseReplacement(replacement, regexOf(pattern))).toEqual({ ok: false, group, offset });
  });
});
