import { test } from "@fast-check/vitest";
import fc from "fast-check";
import { expect } from "vitest";
import {
  type CalendarUnit,
  startOf,
  startOfByUnit,
} from "../../../../src/language/values/date/index.ts";
import { arbitraryDate, at } from "./arbitrary-date.ts";

function nativeStart(unit: CalendarUnit, ms: number): number {
  const date = new Date(ms);
  const year = date.getUTCFullYear();
  const month = date.getUTCMonth();
  const day = date.getUTCDate();
  switch (unit) {
    case "second":
      return date.setUTCMilliseconds(0);
    case "minute":
      return date.setUTCSeconds(0, 0);
    case "hour":
      return date.setUTCMinutes(0, 0, 0);
    case "day":
      return Date.UTC(year, month, day);
    case "month":
      return Date.UTC(year, month, 1);
    case "quarter":
      return Date.UTC(year, Math.floor(month / 3) * 3, 1);
    case "year":
      return Date.UTC(year, 0, 1);
  }
}

const units: readonly CalendarUnit[] = [
  "second",
  "minute",
  "hour",
  "day",
  "month",
  "quarter",
  "year",
];

test("there is a function for every unit", () => {
  expect(Object.keys(startOfByUnit)).toEqual(units);
});

test.prop([fc.constantFrom(...units), arbitraryDate])(
  "startOf returns what Date computes",
  (unit, ms) => {
    const start = startOf(unit, ms);
    expect(start).toBe(nativeStart(unit, ms));
    expect(startOf(unit, start)).toBe(start);
  },
);

test.each([
  ["quarter", "2024-02-29T12:00:00.000Z", "2024-01-01T00:00:00.000Z"],
  ["second", "1969-12-31T23:59:59.999Z", "1969-12-31T23:59:59.000Z"],
] as const)("the start of the %s of %s is %s", (unit, iso, start) => {
  expect(startOf(unit, at(iso))).toBe(at(start));
});
