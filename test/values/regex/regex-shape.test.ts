import { describe, expect, test } from "vitest";
import { joinRanges } from "../../../src/values/regex/code-point-ranges.ts";
import { heldPrefix, isHeldAtStart, leadingText } from "../../../src/values/regex/regex-shape.ts";
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

  test("no ranges are joined to none", () => {
    expect(joinRanges([])).toEqual([]);
  });
});
