import { test } from "@fast-check/vitest";
import fc from "fast-check";
import { describe, expect } from "vitest";
import {
  concatText,
  encodeUrlComponent,
  joinText,
  MAX_TEXT_BYTES,
  repeatText,
  substituteNth,
  substituteText,
  trimText,
} from "../../../../src/language/values/text/index.ts";
import { arbitraryPosition, arbitraryText } from "./arbitrary-text.ts";

const full = "x".repeat(MAX_TEXT_BYTES);
const fullOfEuros = `x${"€".repeat((MAX_TEXT_BYTES - 1) / 3)}`;

describe("trimText", () => {
  test.each([
    ["  a b  ", "a b"],
    ["", ""],
    ["   ", ""],
    ["\ta\n", "\ta\n"],
    ["\u00a0a\u3000", "\u00a0a\u3000"],
    [" \t a", "\t a"],
  ])("of %j is %j", (text, trimmed) => {
    expect(trimText(text)).toBe(trimmed);
  });

  test.prop([arbitraryText])("removes spaces at the ends and nothing else", (text) => {
    expect(trimText(text)).toBe(text.replace(/^ +/, "").replace(/ +$/, ""));
  });
});

describe("concatText and joinText", () => {
  test("put texts together", () => {
    expect(concatText([])).toBe("");
    expect(concatText(["a", "", "😀"])).toBe("a😀");
    expect(joinText([], ", ")).toBe("");
    expect(joinText(["a"], ", ")).toBe("a");
    expect(joinText(["a", "", "b"], ", ")).toBe("a, , b");
  });

  test("stop at the limit", () => {
    expect(concatText([full, ""])).toBe(full);
    expect(concatText([full, "x"])).toBeUndefined();
    expect(concatText([fullOfEuros])).toBe(fullOfEuros);
    expect(concatText([fullOfEuros, "x"])).toBeUndefined();
    expect(joinText([full.slice(2), "x"], "x")).toHaveLength(MAX_TEXT_BYTES);
    expect(joinText([full.slice(2), "x"], "é")).toBeUndefined();
    expect(joinText([full.slice(1), "x"], "x")).toBeUndefined();
    expect(joinText(new Array(100).fill(full), full)).toBeUndefined();
  });
});

describe("repeatText", () => {
  test.each([
    ["ab", 3, "ababab"],
    ["ab", 2.9, "abab"],
    ["ab", 0, ""],
    ["ab", 0.9, ""],
    ["ab", -1, ""],
    ["ab", -1e300, ""],
    ["", 1e300, ""],
    ["a", 1e9, undefined],
    ["a", 1e300, undefined],
    ["a", MAX_TEXT_BYTES, "a".repeat(MAX_TEXT_BYTES)],
    ["a", MAX_TEXT_BYTES + 1, undefined],
    ["😀", MAX_TEXT_BYTES / 4, "😀".repeat(MAX_TEXT_BYTES / 4)],
    ["😀", MAX_TEXT_BYTES / 4 + 1, undefined],
    [full, 1, full],
    [`${full}x`, 1, undefined],
  ])("repeats a text a whole number of times: case %#", (text, count, repeated) => {
    expect(repeatText(text, count)).toBe(repeated);
  });
});

describe("substituteText", () => {
  test.each([
    ["abab", "a", "x", "xbxb"],
    ["aaa", "aa", "x", "xa"],
    ["abc", "", "x", "abc"],
    ["abc", "x", "y", "abc"],
    ["abc", "b", "", "ac"],
    ["abc", "b", "$&$1$$$`", "a$&$1$$$`c"],
    ["a.c", ".", "[", "a[c"],
    ["😀b", "😀", "é", "éb"],
    ["", "a", "x", ""],
  ])("in %j of %j by %j is %j", (text, search, replacement, result) => {
    expect(substituteText(text, search, replacement)).toBe(result);
  });

  test.prop([arbitraryText, arbitraryText, arbitraryText])(
    "replaces all, literally",
    (text, search, replacement) => {
      const expected = search === "" ? text : text.split(search).join(replacement);
      expect(substituteText(text, search, replacement)).toBe(expected);
    },
  );

  test("stops at the limit before it builds the text", () => {
    const half = "x".repeat(MAX_TEXT_BYTES / 2);
    expect(substituteText(half, "x", "yy")).toBe("y".repeat(MAX_TEXT_BYTES));
    expect(substituteText(`${half}x`, "x", "yy")).toBeUndefined();
    expect(substituteText(`${half}x`, "x", "é")).toBeUndefined();
    expect(substituteText(half, "x", "é")).toBe("é".repeat(MAX_TEXT_BYTES / 2));
    expect(substituteText(`${full}x`, "x", "")).toBe("");
    expect(substituteText(`${full}x`, "y", "")).toBeUndefined();
    expect(substituteText(`${full}x`, "", "y")).toBeUndefined();
    // The full result would have 4 GiB.
    expect(substituteText(full, "x", full)).toBeUndefined();
  });
});

describe("substituteNth", () => {
  test.each([
    ["abab", "a", "x", 1, "xbab"],
    ["abab", "a", "x", 2, "abxb"],
    ["abab", "a", "x", 2.9, "abxb"],
    ["abab", "a", "x", 3, "abab"],
    ["abab", "a", "x", 0.9, "abab"],
    ["abab", "a", "x", -1, "abab"],
    ["abab", "a", "x", 1e300, "abab"],
    ["aaaa", "aa", "x", 2, "aax"],
    ["aaaa", "aa", "x", 3, "aaaa"],
    ["abc", "", "x", 1, "abc"],
    ["abc", "b", "$&", 1, "a$&c"],
  ])("in %j of %j by %j, number %d, is %j", (text, search, replacement, nth, result) => {
    expect(substituteNth(text, search, replacement, nth)).toBe(result);
  });

  test.prop([
    arbitraryText,
    fc.constantFrom("a", "b", "aa", "😀", ""),
    arbitraryText,
    arbitraryPosition,
  ])("replaces the one between the first n - 1 and the rest", (text, search, replacement, nth) => {
    const parts = search === "" ? [text] : text.split(search);
    const at = Math.floor(nth);
    const expected =
      at < 1 || at >= parts.length
        ? text
        : parts.slice(0, at).join(search) + replacement + parts.slice(at).join(search);
    expect(substituteNth(text, search, replacement, nth)).toBe(expected);
  });

  test("stops at the limit", () => {
    expect(substituteNth(full, "x", "y", 1)).toHaveLength(MAX_TEXT_BYTES);
    expect(substituteNth(full, "x", "yy", 1)).toBeUndefined();
    expect(substituteNth(full, "x", "é", 1)).toBeUndefined();
    expect(substituteNth(`${full}x`, "x", "", 1)).toHaveLength(MAX_TEXT_BYTES);
    expect(substituteNth(`${full}x`, "z", "", 1)).toBeUndefined();
  });
});

describe("encodeUrlComponent", () => {
  test.each([
    ["", ""],
    ["AZaz09-_.~", "AZaz09-_.~"],
    ["a b&c=d/e?f#g+h", "a%20b%26c%3Dd%2Fe%3Ff%23g%2Bh"],
    ["!'()*", "%21%27%28%29%2A"],
    ["é€😀", "%C3%A9%E2%82%AC%F0%9F%98%80"],
  ])("of %j is %j", (text, encoded) => {
    expect(encodeUrlComponent(text)).toBe(encoded);
  });

  test.prop([arbitraryText])(
    "is decoded to the text, and has unreserved characters only",
    (text) => {
      const encoded = encodeUrlComponent(text) ?? "";
      expect(decodeURIComponent(encoded)).toBe(text);
      expect(encoded).toMatch(/^[A-Za-z0-9\-_.~%]*$/);
    },
  );

  test("stops at the limit", () => {
    const third = Math.floor(MAX_TEXT_BYTES / 3);
    expect(encodeUrlComponent(`${"%".repeat(third)}x`)).toHaveLength(MAX_TEXT_BYTES);
    expect(encodeUrlComponent(`${"%".repeat(third)}xx`)).toBeUndefined();
    expect(encodeUrlComponent(`${full}x`)).toBeUndefined();
  });
});
