import { test } from "@fast-check/vitest";
import fc from "fast-check";
import { describe, expect } from "vitest";
import {
  addWorkdays,
  type Holidays,
  LAST_DATE,
  MIN_DATE,
  parseHolidays,
  workdaysBetween,
} from "../../../../src/language/values/date/index.ts";
import { arbitraryDate, at } from "./arbitrary-date.ts";

const DAY = 86_400_000;

function isWorkday(day: number, holidays: Holidays): boolean {
  const weekday = new Date(day * DAY).getUTCDay();
  return weekday !== 0 && weekday !== 6 && !holidays.includes(day);
}

function addByWalking(ms: number, count: number, holidays: Holidays): number | undefined {
  let day = Math.floor(ms / DAY);
  for (let left = Math.abs(count); left > 0; ) {
    day += Math.sign(count);
    if (isWorkday(day, holidays)) left--;
  }
  return day * DAY >= MIN_DATE && day * DAY <= LAST_DATE ? day * DAY : undefined;
}

function countByWalking(start: number, end: number, holidays: Holidays): number {
  const days = [Math.floor(start / DAY), Math.floor(end / DAY)] as const;
  let count = 0;
  for (let day = Math.min(...days); day <= Math.max(...days); day++) {
    if (isWorkday(day, holidays)) count++;
  }
  return days[1] < days[0] ? 0 - count : count;
}

const dateWithHolidays = fc
  .tuple(arbitraryDate, fc.array(fc.integer({ min: -30, max: 30 }), { maxLength: 25 }))
  .map(([ms, distances]) => {
    const days = distances.map((distance) => Math.floor(ms / DAY) + distance);
    const workdays = [...new Set(days)].filter((day) => isWorkday(day, []));
    return { ms, holidays: workdays.sort((a, b) => a - b) };
  });

describe("addWorkdays", () => {
  test.each([
    ["2024-02-09T15:30:00.000Z", 1, "", "2024-02-12"],
    ["2024-02-09", -1, "", "2024-02-08"],
    ["2024-02-12", -1, "", "2024-02-09"],
    ["2024-02-10", 1, "", "2024-02-12"],
    ["2024-02-10", -1, "", "2024-02-09"],
    ["2024-02-10T10:00:00.000Z", 0, "", "2024-02-10"],
    ["2024-02-10", 0.9, "", "2024-02-10"],
    ["2024-02-09", 1.9, "", "2024-02-12"],
    ["2024-02-09", 5, "", "2024-02-16"],
    ["2024-02-09", 1, "2024-02-12", "2024-02-13"],
    ["2024-02-09", 1, "2024-02-12, 2024-02-13", "2024-02-14"],
    ["2024-02-09", 1, "2024-02-09", "2024-02-12"],
    ["2024-02-09", 5, "2024-02-16, 2024-02-19", "2024-02-20"],
    ["2024-02-13", -1, "2024-02-12", "2024-02-09"],
    ["2024-02-13", -1, "2024-02-12,2024-02-09", "2024-02-08"],
    ["1900-01-01", 104_094, "", "2298-12-30"],
  ])("%s and %d working days, with holidays %j, make %s", (iso, count, holidays, result) => {
    expect(addWorkdays(at(iso), count, parseHolidays(holidays) ?? [])).toBe(at(result));
  });

  test.each([
    [MIN_DATE, -1],
    [LAST_DATE, 1],
    [0, 1e300],
    [0, -1e300],
    [0, 1e6],
  ])("%d and %d leave the range", (ms, count) => {
    expect(addWorkdays(ms, count, [])).toBeUndefined();
  });

  test.prop([dateWithHolidays, fc.integer({ min: -60, max: 60 })])(
    "returns the same as a walk from day to day",
    ({ ms, holidays }, count) => {
      expect(addWorkdays(ms, count, holidays)).toBe(addByWalking(ms, count, holidays));
    },
  );
});

describe("workdaysBetween", () => {
  test.each([
    ["2024-02-09", "2024-02-09", "", 1],
    ["2024-02-09T20:00:00.000Z", "2024-02-09T10:00:00.000Z", "", 1],
    ["2024-02-09", "2024-02-12", "", 2],
    ["2024-02-12", "2024-02-09", "", -2],
    ["2024-02-10", "2024-02-11", "", 0],
    ["2024-02-11", "2024-02-10", "", 0],
    ["2024-02-05", "2024-02-18", "", 10],
    ["2024-02-05", "2024-02-18", "2024-02-05, 2024-02-16, 2024-02-17, 2024-02-19", 8],
    ["1900-01-01", "2298-12-31", "", 104_095],
  ])("from %s to %s, with holidays %j, there are %d", (start, end, holidays, count) => {
    expect(workdaysBetween(at(start), at(end), parseHolidays(holidays) ?? [])).toBe(count);
  });

  test.prop([dateWithHolidays, fc.integer({ min: -40 * DAY, max: 40 * DAY })])(
    "returns the same as a walk from day to day",
    ({ ms, holidays }, distance) => {
      const end = ms + distance;
      expect(workdaysBetween(ms, end, holidays)).toBe(countByWalking(ms, end, holidays));
    },
  );
});

describe("parseHolidays", () => {
  test.each([
    ["", []],
    ["  ", []],
    ["2024-02-12", ["2024-02-12"]],
    [" 2024-02-13 ,\n2024-02-12, 2024-02-13", ["2024-02-12", "2024-02-13"]],
    ["2024-02-10, 2024-02-11, 2024-02-12", ["2024-02-12"]],
    ["2024-02-12T23:00:00-02:00", ["2024-02-13"]],
  ])("%j", (text, dates) => {
    expect(parseHolidays(text)).toEqual(dates.map((date) => at(date) / DAY));
  });

  test.each([
    ",",
    "2024-02-12,",
    "2024-02-30",
    "12/02/2024",
    "2024-02-12;2024-02-13",
    "1899-12-29",
  ])("refuses %j", (text) => {
    expect(parseHolidays(text)).toBeUndefined();
  });

  test("are in the order of their numbers, even if their texts are not", () => {
    expect(parseHolidays("1970-01-12,1970-01-02,1969-12-31")).toEqual([-1, 1, 11]);
  });
});
