import { DAY, dayNumber, HOUR, inDateRange, MINUTE, SECOND, weekdayOfDay } from "./calendar.ts";
import {
  type DateFormat,
  type DateFormatElement,
  fractionReaders,
  halfDayOf,
  hour12Of,
  hour24Of,
  isoWeekdayOf,
  ordinalEnding,
  type PartReader,
  shortIsoWeekYearOf,
  shortWeekYearOf,
  shortYearOf,
} from "./date-format-elements.ts";
import {
  dayOfMonth,
  dayOfYear,
  hourOf,
  isoWeekOf,
  isoWeekYearOf,
  minuteOf,
  monthOf,
  quarterOf,
  secondOf,
  weekdayOf,
  weekOf,
  weekYearOf,
  yearOf,
} from "./date-part.ts";
import { offsetLength, readOffset } from "./iso-date.ts";
import { englishMonths, englishWeekdays } from "./locale.ts";
import { instantAt } from "./time-zone.ts";

type ReadParts = Map<PartReader, number>;

interface TextReading {
  readonly text: string;
  readonly parts: ReadParts;
  at: number;
  offset: number;
  timestamp: number | undefined;
}

/**
 * Parses a text in a format to an instant. `undefined` if the text does not match the format exactly, has no year,
 * contradicts itself (30 February, a wrong weekday), or is out of range.
 *
 * Names are English, in any case. A missing month or day defaults to the first, and a missing time to midnight. Without
 * an offset, the time is in UTC, or a local time in `clockZone`. A two-digit year up to 68 is 20xx, a higher one 19xx.
 * A format with the name of a zone (`z`) matches no text, because such names are ambiguous.
 */
export function parseDateWithFormat(
  text: string,
  format: DateFormat,
  clockZone?: string,
): number | undefined {
  const reading: TextReading = { text, parts: new Map(), at: 0, offset: 0, timestamp: undefined };
  for (const element of format.elements) if (!readElement(element, reading)) return undefined;
  if (reading.at !== text.length) return undefined;
  const { parts, offset } = reading;
  const ms = reading.timestamp ?? instantOf(parts, offset);
  if (ms === undefined) return undefined;
  // If a part was impossible or contradicted another one, it has another value in the result.
  for (const [read, value] of parts) if (read(ms + offset) !== value) return undefined;
  const isInstant = format.elements.some(({ kind }) => kind === "offset" || kind === "timestamp");
  return clockZone === undefined || isInstant ? inDateRange(ms) : instantAt(clockZone, ms);
}

function readElement(element: DateFormatElement, reading: TextReading): boolean {
  const { text, at } = reading;
  switch (element.kind) {
    case "literal":
      reading.at += element.text.length;
      return text.startsWith(element.text, at);
    case "number": {
      const end = digitsEnd(text, at, element.most);
      if (end - at < element.least) return false;
      const value = Number(text.slice(at, end));
      const ending = element.ordinal ? ordinalEnding(value) : "";
      reading.at = end + ending.length;
      return (
        text.slice(end, reading.at).toLowerCase() === ending &&
        setPart(reading, element.read, value)
      );
    }
    case "fraction": {
      reading.at = digitsEnd(text, at, element.digits);
      const counted = Math.min(element.digits, fractionReaders.length);
      const read = fractionReaders[counted - 1];
      if (read === undefined || reading.at - at !== element.digits) return false;
      return setPart(reading, read, Number(text.slice(at, at + counted)));
    }
    case "month":
      return readName(reading, englishMonths, nameLengths[element.form], monthOf, 1);
    case "weekday":
      return readName(reading, englishWeekdays, nameLengths[element.form], weekdayOf, 0);
    case "halfDay":
      return readName(reading, ["am", "pm"], undefined, halfDayOf, 0);
    case "offset": {
      const length = offsetLength(text, at);
      const offset = length === 0 ? undefined : readOffset(text, at, at + length);
      reading.at += length;
      reading.offset = offset ?? 0;
      return offset !== undefined;
    }
    case "timestamp":
      return readTimestamp(reading, element.unit);
    case "zone":
      return false;
  }
}

const nameLengths = { long: undefined, short: 3, least: 2 } as const;

function readName(
  reading: TextReading,
  names: readonly string[],
  length: number | undefined,
  read: PartReader,
  first: number,
): boolean {
  const rest = reading.text.slice(reading.at, reading.at + LONGEST_NAME).toLowerCase();
  const index = names.findIndex((name) => rest.startsWith(name.slice(0, length).toLowerCase()));
  const name = names[index];
  if (name === undefined) return false;
  reading.at += name.slice(0, length).length;
  return setPart(reading, read, index + first);
}

// The length of "September" and "Wednesday".
const LONGEST_NAME = 9;
// No date in the range needs this many digits.
const MOST_TIMESTAMP_DIGITS = 14;

function readTimestamp(reading: TextReading, unit: number): boolean {
  const { text, at } = reading;
  const start = text[at] === "-" || text[at] === "+" ? at + 1 : at;
  let end = digitsEnd(text, start, MOST_TIMESTAMP_DIGITS);
  if (end === start) return false;
  let size = Number(text.slice(start, end)) * unit;
  if (unit === SECOND && text[end] === ".") {
    const fractionEnd = digitsEnd(text, end + 1, 3);
    if (fractionEnd === end + 1) return false;
    size += Number(text.slice(end + 1, fractionEnd).padEnd(3, "0"));
    end = fractionEnd;
  }
  const timestamp = text[at] === "-" ? 0 - size : size;
  const agrees = reading.timestamp === undefined || reading.timestamp === timestamp;
  reading.timestamp = timestamp;
  reading.at = end;
  return agrees;
}

function digitsEnd(text: string, at: number, most: number): number {
  let end = at;
  while (end < at + most && end < text.length) {
    const code = text.charCodeAt(end);
    if (code < 0x30 || code > 0x39) break;
    end++;
  }
  return end;
}

function setPart(reading: TextReading, read: PartReader, value: number): boolean {
  const known = reading.parts.get(read);
  reading.parts.set(read, value);
  return known === undefined || known === value;
}

function instantOf(parts: ReadParts, offset: number): number | undefined {
  const day = dayOfParts(parts);
  return day === undefined ? undefined : day * DAY + timeOfParts(parts) - offset;
}

/** The readers of a year, a short year and a week; a day of January that is always in week 1; the first weekday. */
type WeekRule = readonly [PartReader, PartReader, PartReader, number, number];

const isoWeeks: WeekRule = [isoWeekYearOf, shortIsoWeekYearOf, isoWeekOf, 4, 1];
const sundayWeeks: WeekRule = [weekYearOf, shortWeekYearOf, weekOf, 1, 0];

function dayOfParts(parts: ReadParts): number | undefined {
  const year = yearFrom(parts, yearOf, shortYearOf);
  const month = parts.get(monthOf);
  const quarter = parts.get(quarterOf);
  const dayInMonth = parts.get(dayOfMonth);
  const dayInYear = parts.get(dayOfYear);
  if (year !== undefined && dayInYear !== undefined) return dayNumber(year, 1, 1) + dayInYear - 1;
  if (month === undefined && quarter === undefined && dayInMonth === undefined) {
    const day = dayOfWeekParts(parts, year, isoWeeks) ?? dayOfWeekParts(parts, year, sundayWeeks);
    if (day !== undefined) return day;
  }
  if (year === undefined) return undefined;
  return dayNumber(year, month ?? (quarter === undefined ? 1 : quarter * 3 - 2), dayInMonth ?? 1);
}

function dayOfWeekParts(
  parts: ReadParts,
  year: number | undefined,
  [readYear, readShortYear, readWeek, inFirstWeek, firstWeekday]: WeekRule,
): number | undefined {
  const week = parts.get(readWeek);
  const weekYear =
    yearFrom(parts, readYear, readShortYear) ?? (week === undefined ? undefined : year);
  if (weekYear === undefined) return undefined;
  const known = dayNumber(weekYear, 1, inFirstWeek);
  const weekday = parts.get(weekdayOf) ?? parts.get(isoWeekdayOf) ?? firstWeekday;
  const start = known - ((weekdayOfDay(known) + 7 - firstWeekday) % 7);
  return start + ((week ?? 1) - 1) * 7 + ((weekday + 7 - firstWeekday) % 7);
}

function yearFrom(parts: ReadParts, full: PartReader, short: PartReader): number | undefined {
  const shortYear = parts.get(short);
  return (
    parts.get(full) ??
    (shortYear === undefined ? undefined : shortYear + (shortYear > 68 ? 1900 : 2000))
  );
}

function timeOfParts(parts: ReadParts): number {
  let time = hourOfParts(parts) * HOUR;
  time += (parts.get(minuteOf) ?? 0) * MINUTE;
  time += (parts.get(secondOf) ?? 0) * SECOND;
  return time + millisecondsOfParts(parts);
}

function millisecondsOfParts(parts: ReadParts): number {
  let milliseconds = 0;
  // The last one has the most digits, so it contains the others.
  fractionReaders.forEach((read, index) => {
    const digits = parts.get(read);
    if (digits !== undefined) milliseconds = digits * 10 ** (2 - index);
  });
  return milliseconds;
}

function hourOfParts(parts: ReadParts): number {
  const hour24 = parts.get(hour24Of);
  const hour = parts.get(hourOf) ?? (hour24 === undefined ? undefined : hour24 % 24);
  if (hour !== undefined) return hour;
  const half = parts.get(halfDayOf);
  const hour12 = parts.get(hour12Of) ?? 0;
  return half === undefined ? hour12 : (hour12 % 12) + half * 12;
}
