/** In milliseconds. */
export const SECOND = 1000;
/** In milliseconds. */
export const MINUTE = 60_000;
/** In milliseconds. */
export const HOUR = 3_600_000;
/** In milliseconds. */
export const DAY = 86_400_000;

/** 1900-01-01T00:00:00.000Z, the first date of the language. */
export const MIN_DATE = -2_208_988_800_000;
/** 2298-12-31T23:59:59.999Z, the last date of the language. */
export const LAST_DATE = 10_382_255_999_999;

/** Whether a number is a date of the language: whole milliseconds within the range. */
export function isDateValue(ms: number): boolean {
  return ms >= MIN_DATE && ms <= LAST_DATE && Number.isInteger(ms);
}

/** The instant in whole milliseconds, or `undefined` if it is outside the range of dates. */
export function inDateRange(ms: number): number | undefined {
  return ms >= MIN_DATE && ms <= LAST_DATE ? ms : undefined;
}

/** The day number of an instant, counted from 1970-01-01. */
export function dayOf(ms: number): number {
  return Math.floor(ms / DAY);
}

/** The milliseconds from the start of the day to the instant. */
export function timeOfDay(ms: number): number {
  return ms - Math.floor(ms / DAY) * DAY;
}

/** The weekday of a day number, 0 for Sunday. */
export function weekdayOfDay(day: number): number {
  // 1970-01-01 was a Thursday, which is 4. It is 11 here to keep the sum positive if the remainder is negative.
  return ((day % 7) + 11) % 7;
}

/** The number of days in a month. */
export function daysInMonth(year: number, month: number): number {
  if (month !== 2) return 30 + ((month + (month >> 3)) & 1);
  return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28;
}

// Both conversions below count years from 1 March, so that the leap day comes last, and days from 0000-03-01; see
// Howard Hinnant, "chrono-compatible low-level date algorithms". They are correct from year 0 on.
const EPOCH_FROM_MARCH_0 = 719_468;
const DAYS_IN_400_YEARS = 146_097;

/** The day number of a date of the proleptic Gregorian calendar. */
export function dayNumber(year: number, month: number, day: number): number {
  const marchYear = month > 2 ? year : year - 1;
  const marchMonth = month > 2 ? month - 3 : month + 9;
  const leapDays =
    Math.floor(marchYear / 4) - Math.floor(marchYear / 100) + Math.floor(marchYear / 400);
  return (
    marchYear * 365 + leapDays + (((153 * marchMonth + 2) / 5) | 0) + day - 1 - EPOCH_FROM_MARCH_0
  );
}

/** A year, month and day packed into one number, so that reading the parts of a date allocates no memory. */
export type CivilDate = number;

/** The date of a day number; read it with `civilYear`, `civilMonth` and `civilDay`. */
export function civilDate(day: number): CivilDate {
  const fromMarch0 = day + EPOCH_FROM_MARCH_0;
  const era = (fromMarch0 / DAYS_IN_400_YEARS) | 0;
  const dayOfEra = fromMarch0 - era * DAYS_IN_400_YEARS;
  const yearOfEra =
    ((dayOfEra - ((dayOfEra / 1460) | 0) + ((dayOfEra / 36_524) | 0) - ((dayOfEra / 146_096) | 0)) /
      365) |
    0;
  const dayOfMarchYear = dayOfEra - (365 * yearOfEra + (yearOfEra >> 2) - ((yearOfEra / 100) | 0));
  const marchMonth = ((5 * dayOfMarchYear + 2) / 153) | 0;
  const month = marchMonth < 10 ? marchMonth + 3 : marchMonth - 9;
  const year = yearOfEra + era * 400 + (month > 2 ? 0 : 1);
  return (year << 9) | (month << 5) | (dayOfMarchYear - (((153 * marchMonth + 2) / 5) | 0) + 1);
}

/** The year of a civil date. */
export function civilYear(date: CivilDate): number {
  return date >> 9;
}

/** The month of a civil date, 1 for January. */
export function civilMonth(date: CivilDate): number {
  return (date >> 5) & 15;
}

/** The day of the month of a civil date. */
export function civilDay(date: CivilDate): number {
  return date & 31;
}
