import { test } from "@fast-check/vitest";
import fc from "fast-check";
import { describe, expect } from "vitest";
import {
  addMilliseconds,
  addMonths,
  datePart,
  dateText,
  LAST_DATE,
  MIN_DATE,
  monthsBetween,
  startOf,
} from "../../../../src/language/values/date/index.ts";
import { arbitraryDate, at } from "./arbitrary-date.ts";

function inRange(ms: number): number | undefined {
  return ms >= MIN_DATE && ms <= LAST_DATE ? ms : undefined;
}

describe("addMonths", () => {
  test.each([
    ["2024-01-31T12:34:56.789Z", 1, "2024-02-29T12:34:56.789Z"],
    ["2023-01-31", 1, "2023-02-28"],
    ["2024-02-29", 12, "2025-02-28"],
    ["2024-02-29", -48, "2020-02-29"],
    ["2024-03-31", -1, "2024-02-29"],
    ["2024-01-15", 1.9, "2024-02-15"],
    ["2024-01-15", -1.9, "2023-12-15"],
    ["2024-01-15", -0.9, "2024-01-15"],
    ["2024-12-31", 2, "2025-02-28"],
    ["1969-12-31T23:59:59.999Z", 2, "1970-02-28T23:59:59.999Z"],
    ["1900-01-01", 4787, "2298-12-01"],
    ["2298-12-31T23:59:59.999Z", -4787, "1900-01-31T23:59:59.999Z"],
  ])("%s and %d months make %s", (iso, months, result) => {
    expect(addMonths(at(iso), months)).toBe(at(result));
  });

  test.each([
    ["1900-01-31", -1],
    ["2298-12-01", 1],
    ["2024-01-01", 1e300],
    ["2024-01-01", -1e300],
  ])("%s and %d months leave the range", (iso, months) => {
    expect(addMonths(at(iso), months)).toBeUndefined();
  });

  test.prop([arbitraryDate, fc.integer({ min: -5000, max: 5000 })])(
    "returns what setUTCMonth of Date computes",
    (ms, months) => {
      const date = new Date(ms);
      const target = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + months, 1));
      const last = new Date(Date.UTC(target.getUTCFullYear(), target.getUTCMonth() + 1, 0));
      const day = Math.min(date.getUTCDate(), last.getUTCDate());
      const expected = target.setUTCDate(day) + (ms - startOf("day", ms));
      expect(addMonths(ms, months)).toBe(inRange(expected));
    },
  );
});

describe("addMilliseconds", () => {
  test.each([
    [0, 1, 1],
    [0, -1, -1],
    [5, 0.5, 6],
    [5, 0.4, 5],
    [5, -0.5, 5],
    [5, -0.6, 4],
    [LAST_DATE, 0.4, LAST_DATE],
    [LAST_DATE, 0.5, undefined],
    [LAST_DATE, 1, undefined],
    [MIN_DATE, -0.5, MIN_DATE],
    [MIN_DATE, -1, undefined],
    [MIN_DATE, LAST_DATE - MIN_DATE, LAST_DATE],
    [0, 1e300, undefined],
    [0, -1.7e308, undefined],
  ])("%d and %d make %s", (ms, delta, result) => {
    expect(addMilliseconds(ms, delta)).toBe(result);
  });

  test.prop([arbitraryDate, fc.maxSafeInteger()])(
    "adds whole milliseconds exactly",
    (ms, delta) => {
      expect(addMilliseconds(ms, delta)).toBe(inRange(ms + delta));
    },
  );
});

describe("monthsBetween", () => {
  test.each([
    ["2024-03-15", "2024-01-15", 2],
    ["2024-03-14", "2024-01-15", 1],
    ["2024-03-15T11:59:59.999Z", "2024-01-15T12:00:00.000Z", 1],
    ["2024-03-15T12:00:00.000Z", "2024-01-15T12:00:00.000Z", 2],
    ["2024-01-15", "2024-03-15", -2],
    ["2024-01-15", "2024-03-14", -1],
    ["2024-01-31", "2024-01-01", 0],
    ["2024-02-01", "2024-01-31", 0],
    ["2024-02-29", "2024-01-31", 0],
    ["2024-03-31", "2024-02-29", 1],
    ["2024-12-31T23:59:59.999Z", "1969-12-31T23:59:59.999Z", 660],
    ["2298-12-31", "1900-01-01", 4787],
  ])("from %s back to %s there are %d", (a, b, months) => {
    expect(monthsBetween(at(a), at(b))).toBe(months);
  });

  test.prop([arbitraryDate, arbitraryDate])("is antisymmetric, and never -0", (a, b) => {
    expect(monthsBetween(a, b) + monthsBetween(b, a)).toBe(0);
    expect(Object.is(monthsBetween(a, b), -0)).toBe(false);
  });

  test.prop([arbitraryDate, fc.integer({ min: -4800, max: 4800 })])(
    "undoes addMonths where no day was clamped",
    (ms, months) => {
      const moved = addMonths(ms, months);
      if (moved === undefined || datePart("day", moved) !== datePart("day", ms)) return;
      expect(monthsBetween(moved, ms)).toBe(months);
    },
  );

  test.prop([arbitraryDate, arbitraryDate])("counts the months that fit, by walking", (a, b) => {
    const [from, to] = a < b ? [a, b] : [b, a];
    let months = monthsBetween(to, from);
    // A clamped day may reach one month more than the definition counts.
    const reached = addMonths(from, months) ?? Number.NaN;
    expect(reached, `${dateText(from)} to ${dateText(to)}`).toBeLessThanOrEqual(to);
    months += 1;
    const next = addMonths(from, months);
    if (next === undefined || datePart("day", next) !== datePart("day", from)) return;
    expect(next).toBeGreaterThan(to);
  });
});
