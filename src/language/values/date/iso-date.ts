import {
  civilDate,
  civilDay,
  civilMonth,
  civilYear,
  DAY,
  dayNumber,
  dayOf,
  daysInMonth,
  HOUR,
  inDateRange,
  MINUTE,
  SECOND,
} from "./calendar.ts";
import { instantAt } from "./time-zone.ts";

/** A date as text, always in this form: `2024-02-29T23:59:59.999Z`. */
export function dateText(ms: number): string {
  const day = dayOf(ms);
  const date = civilDate(day);
  const time = ms - day * DAY;
  const seconds = (time / SECOND) | 0;
  const minutes = (seconds / 60) | 0;
  const fraction = time % SECOND;
  return `${civilYear(date)}-${twoDigits(civilMonth(date))}-${twoDigits(civilDay(date))}T${twoDigits(
    (minutes / 60) | 0,
  )}:${twoDigits(minutes % 60)}:${twoDigits(seconds % 60)}.${fraction < 100 ? "0" : ""}${twoDigits(fraction)}Z`;
}

const OFFSET = /(?:Z|[+-]\d\d(?::?\d\d)?)$/;

/** Whether the text of a date contains an offset from UTC. */
export function namesOffset(date: string): boolean {
  return OFFSET.test(date.slice("YYYY-MM-DD".length));
}

function twoDigits(value: number): string {
  return value < 10 ? `0${value}` : `${value}`;
}

const DIGIT_0 = 0x30;
const PLUS = 0x2b;
const DASH = 0x2d;
const DOT = 0x2e;
const COLON = 0x3a;
const SPACE = 0x20;
const LETTER_T = 0x54;
const LETTER_Z = 0x5a;

// Low enough that sums with it stay negative, so that range checks of numbers fail.
const NO_DIGITS = -1_000_000;

function readTwoDigits(text: string, at: number): number {
  const tens = text.charCodeAt(at) - DIGIT_0;
  const ones = text.charCodeAt(at + 1) - DIGIT_0;
  return tens >= 0 && tens <= 9 && ones >= 0 && ones <= 9 ? tens * 10 + ones : NO_DIGITS;
}

/**
 * Parses a date: `YYYY-MM-DD`, optionally followed by `T` or a space and `HH:MM`, `HH:MM:SS` or `HH:MM:SS.f` (one to
 * nine digits, of which three are used), and then by `Z`, `±HH`, `±HHMM` or `±HH:MM`. Without an offset, it is in UTC,
 * or a local time in `clockZone`. `undefined` for any other text, an impossible date or time, and a date outside the
 * range.
 */
export function parseIsoDate(text: string, clockZone?: string): number | undefined {
  const length = text.length;
  if (length < 10 || text.charCodeAt(4) !== DASH || text.charCodeAt(7) !== DASH) return undefined;
  const year = readTwoDigits(text, 0) * 100 + readTwoDigits(text, 2);
  const month = readTwoDigits(text, 5);
  const day = readTwoDigits(text, 8);
  if (year < 0 || month < 1 || month > 12 || day < 1 || day > daysInMonth(year, month))
    return undefined;
  const midnight = dayNumber(year, month, day) * DAY;
  const time = length === 10 ? 0 : parseTime(text);
  if (time === undefined) return undefined;
  const ms = midnight + time;
  return clockZone === undefined || namesOffset(text) ? inDateRange(ms) : instantAt(clockZone, ms);
}

/** The milliseconds from midnight UTC of the date to the time that starts at the eleventh character. */
function parseTime(text: string): number | undefined {
  const length = text.length;
  const separator = text.charCodeAt(10);
  if (separator !== LETTER_T && separator !== SPACE) return undefined;
  if (length < 16 || text.charCodeAt(13) !== COLON) return undefined;
  const hour = readTwoDigits(text, 11);
  const minute = readTwoDigits(text, 14);
  if (hour < 0 || hour > 23 || minute < 0 || minute > 59) return undefined;
  let time = hour * HOUR + minute * MINUTE;
  let at = 16;
  if (length >= 19 && text.charCodeAt(16) === COLON) {
    const second = readTwoDigits(text, 17);
    if (second < 0 || second > 59) return undefined;
    time += second * SECOND;
    at = 19;
    if (length > 20 && text.charCodeAt(19) === DOT) {
      let scale = 100;
      for (at = 20; at < length && at < 29; at++) {
        const digit = text.charCodeAt(at) - DIGIT_0;
        if (!(digit >= 0 && digit <= 9)) break;
        time += digit * scale;
        scale = scale > 1 ? scale / 10 : 0;
      }
      if (at === 20) return undefined;
    }
  }
  if (at === length) return time;
  if (at + offsetLength(text, at) !== length) return undefined;
  const offset = readOffset(text, at, length);
  return offset === undefined ? undefined : time - offset;
}

/** The length of the longest offset at a position: `Z`, `±HH`, `±HHMM` or `±HH:MM`; 0 if there is none. */
export function offsetLength(text: string, at: number): number {
  const first = text.charCodeAt(at);
  if (first === LETTER_Z) return 1;
  if ((first !== PLUS && first !== DASH) || readTwoDigits(text, at + 1) < 0) return 0;
  if (text.charCodeAt(at + 3) === COLON && readTwoDigits(text, at + 4) >= 0) return 6;
  return readTwoDigits(text, at + 3) >= 0 ? 5 : 3;
}

/** The offset from UTC in milliseconds between `at` and `end`; `undefined` if its numbers are too large. */
export function readOffset(text: string, at: number, end: number): number | undefined {
  if (end - at === 1) return 0;
  const hours = readTwoDigits(text, at + 1);
  const minutes = end - at === 3 ? 0 : readTwoDigits(text, end - 2);
  if (hours > 23 || minutes > 59) return undefined;
  const offset = hours * HOUR + minutes * MINUTE;
  return text.charCodeAt(at) === DASH ? -offset : offset;
}
