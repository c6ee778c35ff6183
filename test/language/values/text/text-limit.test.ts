import { test } from "@fast-check/vitest";
import { describe, expect } from "vitest";
import {
  isWithinTextLimit,
  MAX_TEXT_BYTES,
  utf8Length,
} from "../../../../src/language/values/text/index.ts";
import { arbitraryText } from "./arbitrary-text.ts";

test.prop([arbitraryText])("utf8Length is the length of the encoded text", (text) => {
  expect(utf8Length(text)).toBe(new TextEncoder().encode(text).length);
});

describe("isWithinTextLimit", () => {
  test.each([
    ["x", 1],
    ["é", 2],
    ["€", 3],
    ["\uffff", 3],
    ["😀", 4],
  ])("counts the bytes of %j", (letter, bytes) => {
    const most = Math.floor(MAX_TEXT_BYTES / bytes);
    const filler = "x".repeat(MAX_TEXT_BYTES - most * bytes);
    expect(isWithinTextLimit(letter.repeat(most) + filler)).toBe(true);
    expect(isWithinTextLimit(`${letter.repeat(most)}${filler}x`)).toBe(false);
  });

  test("accepts the empty text", () => {
    expect(isWithinTextLimit("")).toBe(true);
  });
});
