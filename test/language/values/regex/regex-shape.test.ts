import { describe, expect, test } from "vitest";
import { joinRanges } from "../../../../src/language/values/regex/code-point-ranges.ts";
import {
  heldPrefix,
  isHeldAtStart,
  leadingText,
  plainSearch,
} from "../../../../src/language/values/regex/regex-shape.ts";
import { regexOf } from "./regex-of.ts";

describe("the shape of a pattern", () => {
  test.each([
    ["^abc", "abc", true, ""],
    ["(^abc)", "abc", true, ""],
    ["^a[bc]", "a", true, ""],
    ["^(?:ab)+c", "ab", true, ""],
    ["abc", "", false, "abc"],
    ["a", "", false, "a"],
    ["(ab)c", "", false, "ab"],
    ["(?:ab)+", "", false, "ab"],
    ["(?:ab)*", "", false, ""],
    ["a|b", "", false, ""],
    ["^a|^b", "", true, ""],
    ["(?:^a)+", "", true, ""],
    ["[ab]", "", false, ""],
  ])("%s", (pattern, prefix, isHeld, leading) => {
    const { root } = regexOf(pattern);
    expect(heldPrefix(root)).toBe(prefix);
    expect(isHeldAtStart(root)).toBe(isHeld);
    expect(leadingText(root)).toBe(leading);
  });

  test.each([
    ["abc", "", "abc", ""],
    ["(a)", "", "a", ""],
    ["^a.b", undefined],
    ["^a\\.b", "^", "a.b", ""],
    ["a$", "", "a", "$"],
    ["(^ab$)", "^", "ab", "$"],
    ["a(b)", undefined],
    ["^", undefined],
    ["^$", "^", "", "$"],
    ["a$b", undefined],
    ["(?i)a", undefined],
    ["(?i)1", "", "1", ""],
  ])("the plain search of %s", (pattern, start, text?, end?) => {
    const wanted =
      start === undefined ? undefined : { text, atStart: start === "^", atEnd: end === "$" };
    expect(plainSearch(regexOf(pattern).root)).toEqual(wanted);
  });

  test("no ranges are joined to an empty list", () => {
    expect(joinRanges([])).toEqual([]);
  });
});
