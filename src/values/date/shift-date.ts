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
 * The same day and time `months` months later, truncated to a whole number; where the month is too short, its
 * last day. `undefined` outside the range.
 */
export function addMonths(ms: number, months: number): number | undefined {
  const day = dayOf(ms);
  const date = civilDate(day);
  const target = civilYear(date) * 12 + civilMonth(date) - 1 + Math.trunc(months);
  // Also keeps the day arithmetic within the years it holds for.
  if (!(target >= 1900 * 12 && target < 2299 * 12)) return undefined;
  const year = Math.floor(target / 12);
  const month = target - year * 12 + 1;
  const dayInMonth = Math.min(civilDay(date), daysInMonth(year, month));
  return dayNumber(year, month, dayInMonth) * DAY + (ms - day * DAY);
}

/**
 * The whole months from `b` to `a`, negative when `a` comes first.
 *
 * It is the difference of the month numbers, brought one nearer to zero when the later instant stands earlier
 * in its month (by day, then time) than the earlier one does in its own. SQL can say exactly this. It counts no
 * month from 31 January to 29 February, although `addMonths` goes from one to the other.
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
