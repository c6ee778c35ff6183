import { writeCharacters } from "./write-number.ts";

/** The maximum length of a date: `+275760-09-13T00:00:00.000Z`. */
export const MOST_DATE_BYTES = 27;

const ZERO = 0x30;
const HYPHEN = 0x2d;
const COLON = 0x3a;

const DAY = 86_400_000;
/**
 * The days from 1 March of year 0 to 1970. Years begin in March here, so that a leap day is the last day of its year.
 */
const DAYS_BEFORE_1970 = 719_468;
const DAYS_IN_400 = 146_097;
const DAYS_IN_100 = 36_524;
const DAYS_IN_4 = 1_461;

/** The first and the last instant whose year has four digits. */
const FIRST = -62_167_219_200_000;
const LAST = 253_402_300_799_999;

/** Writes a date, in whole milliseconds, as `toISOString` does; returns the offset after it. */
export function writeDate(ms: number, into: Uint8Array, at: number): number {
  if (ms < FIRST || ms > LAST) return writeCharacters(new Date(ms).toISOString(), into, at);
  const days = Math.floor(ms / DAY);
  writeDay(days + DAYS_BEFORE_1970, into, at);
  into[at + 10] = 0x54;
  writeTime(ms - days * DAY, into, at + 11);
  into[at + 23] = 0x5a;
  return at + 24;
}

/** @param days since 1 March of year 0 */
function writeDay(days: number, into: Uint8Array, at: number): void {
  const era = Math.floor(days / DAYS_IN_400);
  const dayOfEra = days - era * DAYS_IN_400;
  const century = Math.min(3, Math.floor(dayOfEra / DAYS_IN_100));
  const dayOfCentury = dayOfEra - century * DAYS_IN_100;
  const leaps = Math.floor(dayOfCentury / DAYS_IN_4);
  const dayOfLeap = dayOfCentury - leaps * DAYS_IN_4;
  const yearOfLeap = Math.min(3, Math.floor(dayOfLeap / 365));
  const dayOfYear = dayOfLeap - yearOfLeap * 365;
  // Every five months from March on have 153 days.
  const month = Math.floor((5 * dayOfYear + 2) / 153);
  const day = dayOfYear - Math.floor((153 * month + 2) / 5) + 1;
  const year = 400 * era + 100 * century + 4 * leaps + yearOfLeap + (month >= 10 ? 1 : 0);
  const hundreds = Math.floor(year / 100);
  writeTwo(hundreds, into, at);
  writeTwo(year - 100 * hundreds, into, at + 2);
  into[at + 4] = HYPHEN;
  writeTwo(month >= 10 ? month - 9 : month + 3, into, at + 5);
  into[at + 7] = HYPHEN;
  writeTwo(day, into, at + 8);
}

/** @param ms since midnight */
function writeTime(ms: number, into: Uint8Array, at: number): void {
  const seconds = Math.floor(ms / 1000);
  const minutes = Math.floor(seconds / 60);
  const hours = Math.floor(minutes / 60);
  writeTwo(hours, into, at);
  into[at + 2] = COLON;
  writeTwo(minutes - 60 * hours, into, at + 3);
  into[at + 5] = COLON;
  writeTwo(seconds - 60 * minutes, into, at + 6);
  into[at + 8] = 0x2e;
  const thousandths = ms - 1000 * seconds;
  const hundredths = Math.floor(thousandths / 10);
  writeTwo(hundredths, into, at + 9);
  into[at + 11] = ZERO + thousandths - 10 * hundredths;
}

function writeTwo(value: number, into: Uint8Array, at: number): void {
  const tens = Math.floor(value / 10);
  into[at] = ZERO + tens;
  into[at + 1] = ZERO + value - 10 * tens;
}
