import type { CalendarUnit, DatePart } from "../../src/language/values/date/index.ts";
import { code, table } from "./markdown.ts";

const PARTS: Readonly<Record<DatePart, string>> = {
  year: "1900 to 2298",
  quarter: "1 to 4",
  month: "1 to 12",
  day: "the day of the month, from 1",
  dayOfYear: "1 to 366",
  weekday: "0 for Sunday to 6 for Saturday",
  week: "the week of the year, from 1, weeks begin on Sunday, and week 1 has 1 January; the last days of December are in week 1 if their week reaches into January",
  isoWeek:
    "the week by ISO 8601, from 1: weeks begin on Monday, and week 1 holds the year's first Thursday",
  hour: "0 to 23",
  minute: "0 to 59",
  second: "0 to 59",
  millisecond: "0 to 999",
};

const UNITS: Readonly<Record<CalendarUnit, string>> = {
  second: "a whole second",
  minute: "a whole minute",
  hour: "a whole hour",
  day: "midnight",
  month: "midnight of the 1st",
  quarter: "midnight of 1 January, April, July or October",
  year: "midnight of 1 January",
};

/** The results of `datePart` for each part. */
export function partTable(): string {
  return table(["part", "answers"], Object.entries(PARTS).map(describe));
}

/** The result of `startOf` for each unit. */
export function unitTable(): string {
  return table(["unit", "begins at"], Object.entries(UNITS).map(describe));
}

function describe([name, words]: readonly [string, string]): readonly string[] {
  return [code(name), words];
}
