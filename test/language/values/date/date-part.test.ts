import { test } from "@fast-check/vitest";
import { describe, expect } from "vitest";
import { isoWeekYearOf, weekYearOf } from "../../../../src/language/values/date/date-part.ts";
import { datePart, weekOfYear } from "../../../../src/language/values/date/index.ts";
import { arbitraryDate, at } from "./arbitrary-date.ts";

const DAY = 86_400_000;

test.prop([arbitraryDate])("every part agrees with Date", (ms) => {
  const date = new Date(ms);
  expect(datePart("year", ms)).toBe(date.getUTCFullYear());
  expect(datePart("quarter", ms)).toBe(Math.ceil((date.getUTCMonth() + 1) / 3));
  expect(datePart("month", ms)).toBe(date.getUTCMonth() + 1);
  expect(datePart("day", ms)).toBe(date.getUTCDate());
  expect(datePart("weekday", ms)).toBe(date.getUTCDay());
  expect(datePart("hour", ms)).toBe(date.getUTCHours());
  expect(datePart("minute", ms)).toBe(date.getUTCMinutes());
  expect(datePart("second", ms)).toBe(date.getUTCSeconds());
  expect(datePart("millisecond", ms)).toBe(date.getUTCMilliseconds());
  const midnight = Date.UTC(date.getUTCFullYear(), date.getUTCMonth(), date.getUTCDate());
  const newYear = Date.UTC(date.getUTCFullYear(), 0, 1);
  expect(datePart("dayOfYear", ms)).toBe((midnight - newYear) / DAY + 1);
});

/** Counts day by day from week 1, following the definition. */
function weekByWalking(ms: number, isoRule: boolean): [year: number, week: number] {
  const firstWeekday = isoRule ? 1 : 0;
  const always = isoRule ? 4 : 1;
  const firstWeek = (year: number): number => {
    let start = Date.UTC(year, 0, always);
    while (new Date(start).getUTCDay() !== firstWeekday) start -= DAY;
    return start;
  };
  let year = new Date(ms).getUTCFullYear() + 1;
  while (firstWeek(year) > ms) year--;
  return [year, Math.floor((ms - firstWeek(year)) / (7 * DAY)) + 1];
}

test.prop([arbitraryDate])("weeks agree with walking from week 1", (ms) => {
  expect([isoWeekYearOf(ms), datePart("isoWeek", ms)]).toEqual(weekByWalking(ms, true));
  expect([weekYearOf(ms), datePart("week", ms)]).toEqual(weekByWalking(ms, false));
});

describe("weeks", () => {
  test.each([
    ["2013-02-17", 8, 7, 7],
    ["2020-12-31", 1, 53, 1],
    ["2021-01-03", 2, 53, 1],
    ["2021-01-04", 2, 1, 2],
    ["2022-01-01", 1, 52, 1],
    ["2024-12-29", 1, 52, 52],
    ["2024-12-30", 1, 1, 1],
    ["1900-01-01", 1, 1, 1],
    ["2298-12-31", 53, 52, 1],
  ])("%s lies in week %d, ISO week %d, week from Monday %d", (iso, week, isoWeek, mondayWeek) => {
    expect(datePart("week", at(iso))).toBe(week);
    expect(datePart("isoWeek", at(iso))).toBe(isoWeek);
    expect(weekOfYear(at(iso), 1)).toBe(mondayWeek);
  });
});

test("before the epoch the time of day counts from midnight too", () => {
  const ms = at("1969-12-31T23:59:58.999Z");
  expect(datePart("hour", ms)).toBe(23);
  expect(datePart("second", ms)).toBe(58);
  expect(datePart("millisecond", ms)).toBe(999);
});
