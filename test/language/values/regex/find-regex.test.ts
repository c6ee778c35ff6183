import { describe, expect, test } from "vitest";
import {
  regexBytes,
  regexFind,
  regexReplaceAll,
  regexTest,
} from "../../../../src/language/values/regex/index.ts";
import { regexOf } from "./regex-of.ts";

type Expected = readonly [taken: string, ...groups: (string | undefined)[]] | undefined;

/** JavaScript's own engine where it is used, and ours. */
const engines = [undefined, { steps: 0 }];

describe("a match", () => {
  test.each<[pattern: string, text: string, expected: Expected]>([
    // Texts
    ["", "abc", [""]],
    ["b", "abc", ["b"]],
    ["", "", [""]],
    ["a", "", undefined],
    ["é", "e\u0301", undefined],
    // Characters are code points
    ["^.$", "😀", ["😀"]],
    ["^..$", "😀", undefined],
    ["[😀-😂]", "😁", ["😁"]],
    ["[^a]", "😀", ["😀"]],
    ["\\x{1F600}{2}", "😀😀", ["😀😀"]],
    ["\\B", "a😀a", undefined],
    // Sets
    [".", "\n", undefined],
    [".", "\r", ["\r"]],
    [".", "\u2028", ["\u2028"]],
    ["(?s).", "\n", ["\n"]],
    ["\\s", "\u00a0", undefined],
    ["\\s", "\v", undefined],
    ["\\d", "٣", undefined],
    ["\\w", "é", undefined],
    ["[^\\n]+", "a\nb", ["a"]],
    // Anchors are the ends of the text, whatever its lines
    ["^b", "a\nb", undefined],
    ["a$", "a\n", undefined],
    ["a$", "a\nb", undefined],
    ["$^", "", [""]],
    ["^^a$$", "a", ["a"]],
    ["a^", "aa", undefined],
    ["\\bb", "a b", ["b"]],
    ["\\bé", "é", undefined],
    ["a\\b", "aé", ["a"]],
    ["\\b", "", undefined],
    ["\\B", "", [""]],
    ["x*\\b", "a", [""]],
    // The leftmost match, and the preferred one there
    ["a|ab", "ab", ["a"]],
    ["ab|a", "ab", ["ab"]],
    ["b|ab", "ab", ["ab"]],
    ["a.*b", "xaabbc", ["aabb"]],
    ["a.*?b", "xaabbc", ["aab"]],
    ["a??", "a", [""]],
    ["a{2}?", "aaa", ["aa"]],
    ["a{1,2}?$", "aaa", ["aa"]],
    ["a{2,}", "aaaa", ["aaaa"]],
    ["a{0}b", "ab", ["b"]],
    // Groups
    ["(a)(b)?", "ac", ["a", "a", undefined]],
    ["(?<y>\\d{4})-(?P<m>\\d\\d)", "on 2024-02-29", ["2024-02", "2024", "02"]],
    ["(a|ab)(c|bcd)(d*)", "abcd", ["abcd", "a", "bcd", ""]],
    ["(a+)(a*)", "aaa", ["aaa", "aaa", ""]],
    ["(a+?)(a*)", "aaa", ["aaa", "a", "aa"]],
    // A group keeps its match from an earlier round, as in RE2
    ["(?:(a)|b)*", "ab", ["ab", "a"]],
    ["(a|b)*", "ab", ["ab", "b"]],
    ["(?:(a)|(b)|(c))+", "abc", ["abc", "a", "b", "c"]],
    // Empty rounds end a repeat, as in RE2
    ["(a*)*", "b", ["", ""]],
    ["(a*)+", "b", ["", ""]],
    ["(|a)*", "aa", ["", ""]],
    ["(|a)+", "aa", ["", ""]],
    ["(a|)+", "aa", ["aa", "a"]],
    ["(?:a?){3}", "aa", ["aa"]],
    ["(?:\\b|a)+?$", "aa", ["aa"]],
    // Letters in any case, by simple folding
    ["(?i)straße", "STRASSE", undefined],
    ["(?i)STRAẞE", "straße", ["straße"]],
    ["(?i)ÀÉ", "àé", ["àé"]],
    ["(?i)σ", "ς", ["ς"]],
    ["(?i)k", "\u212a", ["\u212a"]],
    ["(?i)i", "İ", undefined],
    ["(?i)[^k]", "K", undefined],
    ["(?i)[\\W]", "ſ", undefined],
    ["(?i)[a-c]+", "aBÇC", ["aB"]],
    ["(?i)\\x41", "a", ["a"]],
  ])("%j in %j", (pattern, text, expected) => {
    const regex = regexOf(pattern);
    for (const counter of engines) {
      const found = regexFind(regex, text, counter);
      const taken = found && [text.slice(found.start, found.end), ...found.groups];
      expect(taken).toEqual(expected);
      expect(regexTest(regex, text, counter)).toBe(expected !== undefined);
    }
  });

  test("of a fixed text, with and without anchors", () => {
    const found = (pattern: string, text: string) => regexFind(regexOf(pattern), text)?.start;
    expect(found("ab", "xabab")).toBe(1);
    expect(found("^ab", "abab")).toBe(0);
    expect(found("^ab", "xab")).toBeUndefined();
    expect(found("ab$", "abab")).toBe(2);
    expect(found("ab$", "abx")).toBeUndefined();
    expect(found("ab$", "b")).toBeUndefined();
    expect(found("^ab$", "ab")).toBe(0);
    expect(found("^ab$", "abab")).toBeUndefined();
    expect(found("$", "ab")).toBe(2);
  });
});

test("of a pattern with many sets is found", () => {
  const codes = Array.from({ length: 80 }, (_, index) => 0x4e00 + index * 2);
  const pattern = codes.map((code) => `[${String.fromCodePoint(code, code + 1, 0x61)}]`).join("");
  const text = codes.map((code) => String.fromCodePoint(code + 1)).join("");
  for (const counter of engines) {
    expect(regexFind(regexOf(pattern), `aa${text}`, counter)?.start).toBe(2);
    expect(regexFind(regexOf(pattern), text.slice(1), counter)).toBeUndefined();
    expect(regexTest(regexOf(pattern), "a".repeat(80), counter)).toBe(true);
  }
});

test("a pattern takes more memory once it has run, and more with each new text", () => {
  const regex = regexOf("[ab]+(cd|e)f{3}");
  const bytes = [regexBytes(regex)];
  const run = (find: () => unknown): void => {
    find();
    bytes.push(regexBytes(regex));
  };
  // A short text uses JavaScript's own engine, a long one does not.
  run(() => regexTest(regex, "abcdfff"));
  run(() => regexTest(regex, "x".repeat(1_000)));
  run(() => regexTest(regex, `${"x".repeat(1_000)}abcdf`));
  run(() => regexReplaceAll(regex, `${"x".repeat(1_000)}abcdfff`, { parts: [] }));
  expect(bytes[0]).toBe(0);
  expect(bytes).toEqual([...new Set(bytes)].sort((a, b) => a - b));
  run(() => regexTest(regex, `${"x".repeat(1_000)}abcdf`));
  expect(bytes.at(-1)).toBe(bytes.at(-2));
});
