import { DAY, isDateValue, LAST_DATE, MIN_DATE } from "../../../language/values/date/index.ts";
import { type Decoded, textOf, Unreadable } from "./decoded.ts";

/**
 * The meaning of a driver's Date object, by the type of its column:
 *
 * - `instant`: the type has a time zone, so the driver knows the instant
 * - `zoneless`: the type has a date and a time of day in UTC, which the driver may interpret as local
 * - `day`: the type has no time of day
 * - `unknown`: one of these
 */
export type Zone = "instant" | "zoneless" | "day" | "unknown";

/** How to read the dates of a column. */
export interface DateReading {
  readonly zone: Zone;
  /** How the driver interprets a time without time zone; `undefined` if unknown. */
  readonly dates: "utc" | "local" | undefined;
  /** Whether a text without a time zone is in UTC. */
  readonly isTextInUtc: boolean;
}

/** A date outside of the language's range is blank, as it is in memory. */
export function decodeDate(cell: unknown, reading: DateReading): Decoded {
  const time = timeOf(cell, reading);
  if (time instanceof Unreadable) return time;
  return isDateValue(time) ? new Date(time) : null;
}

function timeOf(cell: unknown, reading: DateReading): number | Unreadable {
  if (cell instanceof Date) {
    const time = cell.getTime();
    return Number.isNaN(time) ? DATE : timeOfDate(time, reading);
  }
  // Drivers return these for PostgreSQL's `infinity`.
  if (cell === Number.POSITIVE_INFINITY || cell === Number.NEGATIVE_INFINITY) return cell;
  const text = textOf(cell);
  return text === undefined ? DATE : timeOfText(text, reading);
}

function timeOfDate(time: number, { zone, dates }: DateReading): number | Unreadable {
  // Far outside the range, the time zone does not matter.
  if (zone === "instant" || time < MIN_DATE - 2 * DAY || time > LAST_DATE + 2 * DAY) return time;
  if (zone === "day") return dayOf(time);
  if (dates === "utc") return time;
  const local = wallTime(time);
  if (local === time) return time;
  if (zone === "unknown") return UNKNOWN_TYPE;
  if (dates === undefined) return UNKNOWN_DRIVER;
  return isSkipped(time, local) ? SKIPPED : local;
}

/** Drivers convert a day to midnight in UTC or in the time zone of the process. */
function dayOf(time: number): number | Unreadable {
  if (time % DAY === 0) return time;
  const local = wallTime(time);
  const day = local - (((local % DAY) + DAY) % DAY);
  return instantOf(day) === time ? day : DAYS;
}

/** The local time in the process's time zone, as if it were UTC. */
function wallTime(time: number): number {
  const date = new Date(time);
  return Date.UTC(
    date.getFullYear(),
    date.getMonth(),
    date.getDate(),
    date.getHours(),
    date.getMinutes(),
    date.getSeconds(),
    date.getMilliseconds(),
  );
}

/** The instant that a driver creates for a local time in the process's time zone. */
function instantOf(wall: number): number {
  const date = new Date(wall);
  return new Date(
    date.getUTCFullYear(),
    date.getUTCMonth(),
    date.getUTCDate(),
    date.getUTCHours(),
    date.getUTCMinutes(),
    date.getUTCSeconds(),
    date.getUTCMilliseconds(),
  ).getTime();
}

/** Whether a driver creates the same instant for another local time, which was skipped when clocks were set forward. */
function isSkipped(time: number, wall: number): boolean {
  const before = time - DAY;
  const forward = wall - time - (wallTime(before) - before);
  return forward > 0 && instantOf(wall - forward) === time;
}

/** The formats of databases: `2024-02-29`, `2024-02-29 12:30:00.25+05:30`, `2024-02-29T12:30:00Z`. */
const TEXT =
  /^(\d{4,})-(\d\d)-(\d\d)(?:[ T](\d\d):(\d\d)(?::(\d\d)(?:\.(\d+))?)?( ?(?:Z|UTC|[+-]\d\d(?::?\d\d){0,2}))?)?( BC)?$/i;

function timeOfText(text: string, { isTextInUtc }: DateReading): number | Unreadable {
  if (/^[+-]?infinity$/i.test(text)) return Number.POSITIVE_INFINITY;
  const match = TEXT.exec(text);
  if (match === null) return DATE;
  const [, year = "", month, day, hour, minute, second, fraction = "", zone, era] = match;
  if (era !== undefined || year.length > 4) return Number.NEGATIVE_INFINITY;
  if (hour !== undefined && zone === undefined && !isTextInUtc) return NO_ZONE;
  const iso = `${year}-${month}-${day}T${hour ?? "00"}:${minute ?? "00"}:${second ?? "00"}`;
  const time = Date.parse(`${iso}.${fraction.slice(0, 3).padEnd(3, "0")}Z`);
  // `Date.parse` takes 30 February for a day in March.
  if (Number.isNaN(time) || new Date(time).toISOString().slice(0, 19) !== iso) return DATE;
  return time - offsetOf(zone ?? "");
}

/** The offset of a zone from UTC in milliseconds: `+05:30`, `-0530`, `+05`, `Z`. */
function offsetOf(zone: string): number {
  const [hours = 0, minutes = 0, seconds = 0] = (zone.match(/\d\d/g) ?? []).map(Number);
  const offset = ((hours * 60 + minutes) * 60 + seconds) * 1000;
  return zone.includes("-") ? -offset : offset;
}

const DATE = new Unreadable(
  "a date",
  "correct the mapping of the column, or what the driver makes of its type",
);
const DAYS = new Unreadable(
  "midnight, since the column has days",
  "correct the type in the mapping of the column",
);
const UNKNOWN_TYPE = new Unreadable(
  "a date that is the same with and without a time zone",
  "give the type of the column in its mapping, since a driver makes other Dates of a type without time zone",
);
const UNKNOWN_DRIVER = new Unreadable(
  "a text, or a Date of a driver that is known",
  'pass the driver, such as `rows: "pg"`, or what its Dates are in, `rows: { dates: "utc" }` or `"local"`: the column ' +
    "has no time zone",
);
const SKIPPED = new Unreadable(
  "a time that the clocks of the process's time zone show only once",
  "run the process in UTC, or let the driver return text: the clocks were set forward then, so that the driver makes " +
    "the same Date of two times",
);
const NO_ZONE = new Unreadable(
  "a text with its time zone",
  'set `date_time_output_format: "iso"` on ClickHouse, or give the type of the column in its mapping',
);
