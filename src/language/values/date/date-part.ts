import {
  civilDate,
  civilDay,
  civilMonth,
  civilYear,
  DAY,
  dayNumber,
  dayOf,
  HOUR,
  MINUTE,
  SECOND,
  timeOfDay,
  weekdayOfDay,
} from "./calendar.ts";

/** The year of an instant. */
export function yearOf(ms: number): number {
  return civilYear(civilDate(Math.floor(ms / DAY)));
}

/** The quarter of the year, from 1. */
export function quarterOf(ms: number): number {
  return ((monthOf(ms) + 2) / 3) | 0;
}

/** The month, 1 for January. */
export function monthOf(ms: number): number {
  return civilMonth(civilDate(Math.floor(ms / DAY)));
}

/** The day of the month, from 1. */
export function dayOfMonth(ms: number): number {
  return civilDay(civilDate(Math.floor(ms / DAY)));
}

/** The day of the year, from 1. */
export function dayOfYear(ms: number): number {
  const day = dayOf(ms);
  return day - dayNumber(civilYear(civilDate(day)), 1, 1) + 1;
}

/** The weekday, 0 for Sunday. */
export function weekdayOf(ms: number): number {
  return weekdayOfDay(dayOf(ms));
}

/** The hour of the day, 0 to 23. */
export function hourOf(ms: number): number {
  return (timeOfDay(ms) / HOUR) | 0;
}

/** The minute of the hour. */
export function minuteOf(ms: number): number {
  return ((timeOfDay(ms) / MINUTE) | 0) % 60;
}

/** The second of the minute. */
export function secondOf(ms: number): number {
  return ((timeOfDay(ms) / SECOND) | 0) % 60;
}

/** The millisecond of the second. */
export function millisecondOf(ms: number): number {
  return timeOfDay(ms) % SECOND;
}

// A week belongs to the year of one of its days: by ISO 8601, of its Thursday; if week 1 is the week with 1 January, of
// its last day.
function weekEndOf(ms: number, firstWeekday: number): number {
  const day = dayOf(ms);
  return day - ((weekdayOfDay(day) + 7 - firstWeekday) % 7) + 6;
}

function isoThursdayOf(ms: number): number {
  return weekEndOf(ms, 1) - 3;
}

function yearOfDay(day: number): number {
  return civilYear(civilDate(day));
}

function weekInYear(decidingDay: number): number {
  return (((decidingDay - dayNumber(yearOfDay(decidingDay), 1, 1)) / 7) | 0) + 1;
}

/** The number of the week. Weeks begin on `firstWeekday` (0 for Sunday), and week 1 contains 1 January. */
export function weekOfYear(ms: number, firstWeekday: 0 | 1): number {
  return weekInYear(weekEndOf(ms, firstWeekday));
}

/** The number of the week. Weeks begin on Sunday, and week 1 contains 1 January. */
export function weekOf(ms: number): number {
  return weekOfYear(ms, 0);
}

/** The year of the week that `weekOf` returns. */
export function weekYearOf(ms: number): number {
  return yearOfDay(weekEndOf(ms, 0));
}

/** The number of the week by ISO 8601: weeks begin on Monday, and week 1 contains the first Thursday. */
export function isoWeekOf(ms: number): number {
  return weekInYear(isoThursdayOf(ms));
}

/** The year of the week that `isoWeekOf` returns. */
export function isoWeekYearOf(ms: number): number {
  return yearOfDay(isoThursdayOf(ms));
}

/** The function for each part of a date, for loops that read the same part many times. */
export const datePartReaders = {
  year: yearOf,
  quarter: quarterOf,
  month: monthOf,
  day: dayOfMonth,
  dayOfYear,
  weekday: weekdayOf,
  week: weekOf,
  isoWeek: isoWeekOf,
  hour: hourOf,
  minute: minuteOf,
  second: secondOf,
  millisecond: millisecondOf,
} as const satisfies Record<DatePart, (ms: number) => number>;

/** A numeric part of a date. */
export type DatePart =
  | "year"
  | "quarter"
  | "month"
  | "day"
  | "dayOfYear"
  | "weekday"
  | "week"
  | "isoWeek"
  | "hour"
  | "minute"
  | "second"
  | "millisecond";

/** A part of a date, in UTC. Months, days and weeks count from 1, weekdays from 0 (Sunday). */
export function datePart(part: DatePart, ms: number): number {
  return datePartReaders[part](ms);
}
