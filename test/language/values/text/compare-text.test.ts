import { test } from "@fast-check/vitest";
import { describe, expect } from "vitest";
import { compareText, hasOnlyBasicOrder } from "../../../../src/language/values/text/index.ts";
import { arbitraryText } from "./arbitrary-text.ts";

function compareCodePoints(a: string, b: string): number {
  const left = Array.from(a, (point) => point.codePointAt(0) ?? 0);
  const right = Array.from(b, (point) => point.codePointAt(0) ?? 0);
  for (const [index, point] of left.entries()) {
    const other = right[index];
    if (other === undefined) return 1;
    if (point !== other) return Math.sign(point - other);
  }
  return Math.sign(left.length - right.length);
}

describe("compareText", () => {
  const ascending = [
    "",
    "A",
    "a",
    "aa",
    "ab",
    "b",
    "é",
    "\ud7ff",
    "\ue000",
    "\uffff",
    "\uffffa",
    "😀",
    "😁",
    "\u{10ffff}",
  ];

  test("orders by code point, so that an astral one follows U+FFFF", () => {
    expect([...ascending].reverse().sort(compareText)).toEqual(ascending);
  });

  test.prop([arbitraryText, arbitraryText])(
    "agrees with the order of code-point arrays",
    (a, b) => {
      expect(Math.sign(compareText(a, b))).toBe(compareCodePoints(a, b));
    },
  );

  test.prop([arbitraryText, arbitraryText, arbitraryText])(
    "also after a common prefix",
    (prefix, a, b) => {
      expect(Math.sign(compareText(prefix + a, prefix + b))).toBe(compareCodePoints(a, b));
    },
  );
});

describe("hasOnlyBasicOrder", () => {
  test.each(["", "a", "é", "\ud7ff"])("holds for %j", (text) => {
    expect(hasOnlyBasicOrder(text)).toBe(true);
  });

  test.each(["\ue000", "a\uffff", "😀"])("does not hold for %j", (text) => {
    expect(hasOnlyBasicOrder(text)).toBe(false);
  });

  test.prop([arbitraryText, arbitraryText])("makes the native order exact", (constant, text) => {
    if (!hasOnlyBasicOrder(constant)) return;
    expect(text < constant).toBe(compareCodePoints(text, constant) < 0);
    expect(text > constant).toBe(compareCodePoints(text, constant) > 0);
  });
});
