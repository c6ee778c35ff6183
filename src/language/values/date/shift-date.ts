import {
  civilDate,
  civilDay,
  civilMonth,
  civilYear,
  DAY,
  dayNumber,
  dayOf,
  daysInMonth,
  inDateRange,
  timeOfDay,
} from "./calendar.ts";

/** The instant `delta` milliseconds later, rounded as `floor(ms + delta + 0.5)`; `undefined` outside the range. */
export function addMilliseconds(ms: number, delta: number): number | undefined {
  return inDateRange(Math.floor(ms + delta + 0.5));
}

/**
 * The same day and time some months later; `months` is truncated to a whole number. A day beyond the end of the month
 * becomes its last day. `undefined` outside the range.
 */
export function addMonths(ms: number, months: number): number | undefined {
  const day = dayOf(ms);
  const date = civilDate(day);
  const target = civilYear(date) * 12 + civilMonth(date) - 1 + Math.trunc(months);
  // This also keeps the day arithmetic within its valid years.
  if (!(target >= 1900 * 12 && target < 2299 * 12)) return undefined;
  const year = Math.floor(target / 12);
  const month = target - year * 12 + 1;
  const dayInMonth = Math.min(civilDay(date), daysInMonth(year, month));
  return dayNumber(year, month, dayInMonth) * DAY + (ms - day * DAY);
}

/**
 * The whole months from `b` to `a`; negative if `a` is earlier.
 *
 * The result is the difference of the month numbers, and one nearer to zero if the later instant is earlier in its
 * month (by day, then time) than the earlier instant is in its own. SQL can express exactly this rule. From 31 January
 * to 29 February there are 0 months, although `addMonths` with 1 month leads from one to the other.
 */
export function monthsBetween(a: number, b: number): number {
  const monthsApart = monthNumber(a) - monthNumber(b);
  if (monthsApart > 0) return timeOfMonth(a) < timeOfMonth(b) ? monthsApart - 1 : monthsApart;
  if (monthsApart < 0) return timeOfMonth(a) > timeOfMonth(b) ? monthsApart + 1 : monthsApart;
  return 0;
}

function monthNumber(ms: number): number {
  const date = civilDate(dayOf(ms));
  return civilYear(date) * 12 + civilMonth(date);
}

function timeOfMonth(ms: number): number {
  return civilDay(civilDate(dayOf(ms))) * DAY + timeOfDay(ms);
}
