import { DAY, dayOf, inDateRange, weekdayOfDay } from "./calendar.ts";
import { parseIsoDate } from "./iso-date.ts";

/** The day numbers of holidays, counted from 1970-01-01: ascending, without duplicates, none on a weekend. */
export type Holidays = readonly number[];

/**
 * Parses holidays: dates separated by commas. White space around a date is ignored, and an empty text has no holidays.
 * `undefined` if a part is not a date.
 */
export function parseHolidays(text: string): Holidays | undefined {
  const days = new Set<number>();
  if (text.trim() !== "") {
    for (const item of text.split(",")) {
      const ms = parseIsoDate(item.trim());
      if (ms === undefined) return undefined;
      if (isWeekday(dayOf(ms))) days.add(dayOf(ms));
    }
  }
  return [...days].sort((a, b) => a - b);
}

/**
 * Midnight UTC of the day that is `count` working days after a date, or before it if `count` is negative. `count` is
 * truncated to a whole number. Working days are Monday to Friday without the holidays. The date itself never counts. If
 * `count` is 0, the result is the midnight of the date, even on a weekend or holiday. `undefined` outside the range.
 */
export function addWorkdays(ms: number, count: number, holidays: Holidays): number | undefined {
  const start = dayOf(ms);
  const whole = Math.trunc(count);
  if (whole === 0) return start * DAY;
  let ordinal = weekdaysUpTo(whole > 0 ? start : start - 1) + whole + (whole > 0 ? 0 : 1);
  if (whole > 0) {
    for (const holiday of holidays) {
      if (holiday > start && holiday <= weekdayAt(ordinal)) ordinal++;
    }
  } else {
    for (let index = holidays.length - 1; index >= 0; index--) {
      /* v8 ignore next -- the index is in range */
      const holiday = holidays[index] ?? start;
      if (holiday < start && holiday >= weekdayAt(ordinal)) ordinal--;
    }
  }
  return inDateRange(weekdayAt(ordinal) * DAY);
}

/**
 * The number of working days from the day of `start` to the day of `end`, inclusive; negative if the end comes first.
 */
export function workdaysBetween(start: number, end: number, holidays: Holidays): number {
  const startDay = dayOf(start);
  const endDay = dayOf(end);
  return endDay < startDay
    ? 0 - countWorkdays(endDay, startDay, holidays)
    : countWorkdays(startDay, endDay, holidays);
}

function countWorkdays(first: number, last: number, holidays: Holidays): number {
  let count = weekdaysUpTo(last) - weekdaysUpTo(first - 1);
  for (const holiday of holidays) if (holiday >= first && holiday <= last) count--;
  return count;
}

function isWeekday(day: number): boolean {
  const weekday = weekdayOfDay(day);
  return weekday !== 0 && weekday !== 6;
}

// Monday 1969-12-29 is weekday number 1; the numbers continue in both directions.
const FIRST_MONDAY = -3;

/** The number of the last weekday on or before a day. */
function weekdaysUpTo(day: number): number {
  const week = Math.floor((day - FIRST_MONDAY) / 7);
  return week * 5 + Math.min(day - FIRST_MONDAY - week * 7 + 1, 5);
}

/** The day number of a weekday number. */
function weekdayAt(ordinal: number): number {
  const week = Math.floor((ordinal - 1) / 5);
  return FIRST_MONDAY + week * 7 + (ordinal - 1 - week * 5);
}
