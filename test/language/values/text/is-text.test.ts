import { test } from "@fast-check/vitest";
import fc from "fast-check";
import { describe, expect, vi } from "vitest";
import { isText } from "../../../../src/language/values/text/index.ts";
import { isWellFormedByPattern } from "../../../../src/language/values/text/is-text.ts";

describe("isText", () => {
  test.each(["", "a", "é", "😀", "\uffff", "\ud7ff\ue000"])("accepts %j", (text) => {
    expect(isText(text)).toBe(true);
  });

  test.each([
    "\0",
    "a\0b",
    "\ud800",
    "a\udc00",
    "\udc00\ud800",
    "😀\ud83d",
    null,
    undefined,
    1,
    true,
    ["a"],
    new String("a"),
    Symbol.iterator,
  ])("refuses %j", (value) => {
    expect(isText(value)).toBe(false);
  });
});

test.prop([fc.string({ unit: fc.constantFrom("a", "é", "\ud83d", "\ude00", "\uffff") })])(
  "the pattern for older runtimes agrees with the native check",
  (text) => {
    const isWellFormed = encodeURIComponentAccepts(text);
    expect(isWellFormedByPattern(text)).toBe(isWellFormed);
    expect(isText(text)).toBe(isWellFormed);
  },
);

function encodeURIComponentAccepts(text: string): boolean {
  try {
    encodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
}

test("texts are the same in a runtime without `String.prototype.isWellFormed`", async () => {
  const { isWellFormed } = String.prototype as { isWellFormed?: unknown };
  vi.resetModules();
  Reflect.deleteProperty(String.prototype, "isWellFormed");
  try {
    const older = await import("../../../../src/language/values/text/is-text.ts");
    expect(older.isText("😀")).toBe(true);
    expect(older.isText("a\udc00")).toBe(false);
  } finally {
    Object.defineProperty(String.prototype, "isWellFormed", {
      value: isWellFormed,
      writable: true,
      configurable: true,
    });
  }
});
