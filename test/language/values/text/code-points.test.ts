import { test } from "@fast-check/vitest";
import { describe, expect } from "vitest";
import {
  findText,
  hasAt,
  sliceText,
  textLength,
} from "../../../../src/language/values/text/index.ts";
import { arbitraryPosition, arbitraryText } from "./arbitrary-text.ts";

function slicePoints(text: string, start: number, count: number): string {
  const first = Math.floor(start);
  const end = first + Math.floor(count);
  return Array.from(text)
    .filter((_, index) => index + 1 >= first && index + 1 < end)
    .join("");
}

function findPoints(needle: string, text: string, start: number): number {
  const points = Array.from(text);
  const wanted = Array.from(needle);
  for (let at = Math.max(Math.floor(start), 1); at <= points.length - wanted.length + 1; at++) {
    if (wanted.every((point, index) => points[at - 1 + index] === point)) return at;
  }
  return 0;
}

describe("textLength", () => {
  test.each([
    ["", 0],
    ["abc", 3],
    ["é", 1],
    ["e\u0301", 2],
    ["😀", 1],
    ["👨‍👩‍👧", 5],
    ["\uffff", 1],
  ])("of %j is %d", (text, length) => {
    expect(textLength(text)).toBe(length);
  });

  test.prop([arbitraryText])("counts code points", (text) => {
    expect(textLength(text)).toBe(Array.from(text).length);
  });
});

describe("hasAt", () => {
  test.each([
    ["abc", 1, "b", true],
    ["abc", 2, "b", false],
    ["abc", 9, "c", false],
    ["😀b", 1, "b", true],
    ["a😀b", 2, "b", true],
    ["a😀b", 1, "😀", true],
  ])("%j after %i: %j is %s", (text, skipped, part, isThere) => {
    expect(hasAt(text, skipped, part)).toBe(isThere);
  });
});

describe("sliceText", () => {
  test.each([
    ["abcde", 2, 3, "bcd"],
    ["abcde", 2.9, 1.9, "b"],
    ["abcde", 0, 2, "a"],
    ["abcde", -1, 3, "a"],
    ["abcde", -1, 2, ""],
    ["abcde", 1, 0, ""],
    ["abcde", 1, 0.9, ""],
    ["abcde", 5, 9, "e"],
    ["abcde", 6, 1, ""],
    ["abcde", 1, 1e300, "abcde"],
    ["abcde", 1e300, 1e300, ""],
    ["abcde", 1.7e308, 1.7e308, ""],
    ["abcde", -(2 ** 52), 2 ** 52 + 3, "ab"],
    ["a😀b😀", 2, 2, "😀b"],
    ["😀😀😀", 2, 1e9, "😀😀"],
    ["😀😀😀", 5, 1, ""],
    ["😀", 0, 1, ""],
    ["", 1, 1, ""],
  ])("of %j from %d, %d long, is %j", (text, start, count, slice) => {
    expect(sliceText(text, start, count)).toBe(slice);
  });

  test.prop([arbitraryText, arbitraryPosition, arbitraryPosition])(
    "is the slice of the code points",
    (text, start, count) => {
      expect(sliceText(text, start, count)).toBe(slicePoints(text, start, count));
    },
  );
});

describe("findText", () => {
  test.each([
    ["b", "abcb", 1, 2],
    ["b", "abcb", 3, 4],
    ["b", "abcb", 2.9, 2],
    ["b", "abcb", -5, 2],
    ["b", "abcb", 5, 0],
    ["b", "abcb", 1e300, 0],
    ["x", "abcb", 1, 0],
    ["b", "😀b", 1, 2],
    ["b", "b😀b", 2, 3],
    ["😀", "😀😀", 2, 2],
    ["", "abc", 1, 1],
    ["", "abc", 4, 4],
    ["", "abc", 5, 0],
    ["", "😀", 2, 2],
    ["", "😀", 3, 0],
    ["", "", 1, 1],
    ["", "", 0, 1],
    ["", "", 2, 0],
    ["abc", "ab", 1, 0],
  ])("%j in %j from %d is at %d", (needle, text, start, position) => {
    expect(findText(needle, text, start)).toBe(position);
  });

  test("starts at the first code point by default", () => {
    expect(findText("a", "ba")).toBe(2);
  });

  test.prop([arbitraryText, arbitraryText, arbitraryPosition])(
    "agrees with a search over code points",
    (needle, text, start) => {
      expect(findText(needle, text, start)).toBe(findPoints(needle, text, start));
    },
  );

  test.prop([arbitraryText, arbitraryText, arbitraryText])(
    "finds a text that occurs",
    (before, needle, after) => {
      const start = textLength(before) + 1;
      const found = findText(needle, before + needle + after, start);
      expect(found).toBe(start);
      expect(sliceText(before + needle + after, found, textLength(needle))).toBe(needle);
    },
  );
});
