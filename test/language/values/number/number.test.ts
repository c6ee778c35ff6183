import { test } from "@fast-check/vitest";
import fc from "fast-check";
import { describe, expect } from "vitest";
import {
  numberText,
  parseNumberText,
  pow10,
} from "../../../../src/language/values/number/index.ts";

const arbitraryNumber = fc.double({ noNaN: true, noDefaultInfinity: true });

describe("numberText", () => {
  test.each([
    [0, "0"],
    [-0, "0"],
    [1, "1"],
    [-1.5, "-1.5"],
    [0.1 + 0.2, "0.30000000000000004"],
    [1e20, "100000000000000000000"],
    [1e21, "1e+21"],
    [1e-7, "1e-7"],
    [5e-324, "5e-324"],
  ])("of %d is %j", (value, text) => {
    expect(numberText(value)).toBe(text);
  });

  test.prop([arbitraryNumber])("is read back as the same number", (value) => {
    expect(parseNumberText(numberText(value))).toBe(value + 0);
  });
});

describe("parseNumberText", () => {
  test.each([
    ["0", 0],
    ["-0", 0],
    ["-1e-400", 0],
    ["007", 7],
    ["1.5", 1.5],
    ["1.", 1],
    [".5", 0.5],
    ["+.5e1", 5],
    ["-12.50E-1", -1.25],
    ["  42  ", 42],
    ["1e308", 1e308],
    ["9007199254740993", 9007199254740992],
  ])("of %j is %d", (text, value) => {
    expect(parseNumberText(text)).toBe(value);
  });

  test.each([
    "",
    " ",
    ".",
    "-",
    "+-1",
    "- 1",
    "1 2",
    "1e",
    "e1",
    "1e+",
    "1.2.3",
    "12abc",
    "$1",
    "1%",
    "1,234",
    "1.234,5",
    "1_000",
    "0x10",
    "0b1",
    "0o7",
    "1n",
    "Infinity",
    "-Infinity",
    "NaN",
    "1e309",
    "\t1",
    "1\n",
    "\u00a01",
    "١٢",
    "１",
    "−1",
  ])("refuses %j", (text) => {
    expect(parseNumberText(text)).toBeUndefined();
  });

  test.prop([fc.string({ unit: fc.constantFrom(..."019+-.eE "), maxLength: 8 })])(
    "accepts what JavaScript reads as a decimal",
    (text) => {
      const value = Number(text);
      const expected = text.trim() !== "" && Number.isFinite(value) ? value + 0 : undefined;
      expect(parseNumberText(text)).toBe(expected);
    },
  );

  test("takes linear time on digits without an end", () => {
    expect(parseNumberText(`${"1".repeat(60_000)}x`)).toBeUndefined();
    expect(parseNumberText(`${" ".repeat(60_000)}x`)).toBeUndefined();
    expect(parseNumberText(`1${" ".repeat(60_000)}x`)).toBeUndefined();
  });
});

describe("pow10", () => {
  test("equals the literal, for every exponent, each time", () => {
    for (let exponent = -323; exponent <= 308; exponent++) {
      const literal = Number(`1e${exponent}`);
      expect(pow10(exponent)).toBe(literal);
      expect(pow10(exponent)).toBe(literal);
    }
  });

  test("is 0 and Infinity beyond its ends", () => {
    expect(pow10(-324)).toBe(0);
    expect(pow10(309)).toBe(Number.POSITIVE_INFINITY);
  });
});
