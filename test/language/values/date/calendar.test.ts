import { test } from "@fast-check/vitest";
import fc from "fast-check";
import { describe, expect } from "vitest";
import {
  civilDate,
  civilDay,
  civilMonth,
  civilYear,
  dayNumber,
  daysInMonth,
  inDateRange,
  LAST_DATE,
  MIN_DATE,
} from "../../../../src/language/values/date/calendar.ts";
import { isDateValue } from "../../../../src/language/values/date/index.ts";

const DAY = 86_400_000;

test("dates range from 1900 to the end of 2298", () => {
  expect(MIN_DATE).toBe(Date.UTC(1900, 0, 1));
  expect(LAST_DATE).toBe(Date.UTC(2299, 0, 1) - 1);
});

test("every day of the range, and of a year around it, converts both ways as in Date", () => {
  for (let day = MIN_DATE / DAY - 366; day <= (LAST_DATE + 1) / DAY + 366; day++) {
    const native = new Date(day * DAY);
    const date = civilDate(day);
    const year = civilYear(date);
    const month = civilMonth(date);
    const dayInMonth = civilDay(date);
    if (
      year !== native.getUTCFullYear() ||
      month !== native.getUTCMonth() + 1 ||
      dayInMonth !== native.getUTCDate() ||
      dayNumber(year, month, dayInMonth) !== day
    ) {
      expect.fail(`${native.toISOString()} became ${year}-${month}-${dayInMonth}`);
    }
  }
});

test.prop([
  fc.integer({ min: 100, max: 9999 }),
  fc.integer({ min: 1, max: 12 }),
  fc.integer({ min: -400, max: 400 }),
])("dayNumber agrees with Date.UTC, also for days beyond the month", (year, month, day) => {
  expect(dayNumber(year, month, day) * DAY).toBe(Date.UTC(year, month - 1, day));
});

test.prop([fc.integer({ min: 1900, max: 2299 }), fc.integer({ min: 1, max: 12 })])(
  "daysInMonth agrees with Date",
  (year, month) => {
    expect(daysInMonth(year, month)).toBe(new Date(Date.UTC(year, month, 0)).getUTCDate());
  },
);

describe("isDateValue and inDateRange", () => {
  test.each([MIN_DATE, -1, 0, 1, LAST_DATE])("accept %d", (ms) => {
    expect(isDateValue(ms)).toBe(true);
    expect(inDateRange(ms)).toBe(ms);
  });

  test.each([
    MIN_DATE - 1,
    LAST_DATE + 1,
    Number.NaN,
    Number.POSITIVE_INFINITY,
    Number.NEGATIVE_INFINITY,
  ])("refuse %d", (ms) => {
    expect(isDateValue(ms)).toBe(false);
    expect(inDateRange(ms)).toBeUndefined();
  });

  test("a fraction of a millisecond is not a date", () => {
    expect(isDateValue(0.5)).toBe(false);
  });
});
