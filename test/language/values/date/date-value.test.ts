import { runInNewContext } from "node:vm";
import { describe, expect, test } from "vitest";
import { LAST_DATE, MIN_DATE, toDateValue } from "../../../../src/language/values/date/index.ts";

class Lying extends Date {
  override getTime(): number {
    return 42;
  }
  override valueOf(): number {
    throw new Error("no");
  }
}

describe("toDateValue", () => {
  test.each([
    [new Date(5), 5],
    [new Date(MIN_DATE), MIN_DATE],
    [new Date(LAST_DATE), LAST_DATE],
    [new Lying(7), 7],
    [runInNewContext("new Date(9)"), 9],
    ["1970-01-01T00:00:00.011Z", 11],
    ["1970-01-02", 86_400_000],
  ])("reads %s", (value, ms) => {
    expect(toDateValue(value)).toBe(ms);
  });

  const hostile = new Proxy(new Date(0), {
    get() {
      throw new Error("no");
    },
    getPrototypeOf() {
      throw new Error("no");
    },
  });

  test.each([
    ["an invalid Date", new Date(Number.NaN)],
    ["a Date before the range", new Date(MIN_DATE - 1)],
    ["a Date after the range", new Date(LAST_DATE + 1)],
    ["a proxy of a Date", new Proxy(new Date(0), {})],
    ["a hostile proxy", hostile],
    ["an object with the prototype of Date", Object.create(Date.prototype)],
    ["an object that converts", { valueOf: () => 5, getTime: () => 5 }],
    ["a function", () => 5],
    ["a text that is no date", "5 May 2024"],
    ["a String object", new String("2024-01-01")],
    ["a number", 5],
    ["null", null],
    ["undefined", undefined],
    ["a boolean", true],
    ["a bigint", 5n],
    ["an array", ["2024-01-01"]],
  ])("finds no date in %s", (_, value) => {
    expect(toDateValue(value)).toBeUndefined();
  });
});
