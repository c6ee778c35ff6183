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
} from "./calendar.ts";

function startOfMultiple(size: number): (ms: number) => number {
  return (ms) => Math.floor(ms / size) * size;
}

function startOfMonth(ms: number): number {
  const day = dayOf(ms);
  return (day - civilDay(civilDate(day)) + 1) * DAY;
}

function startOfQuarter(ms: number): number {
  const date = civilDate(dayOf(ms));
  const month = civilMonth(date);
  return dayNumber(civilYear(date), month - ((month - 1) % 3), 1) * DAY;
}

function startOfYear(ms: number): number {
  return dayNumber(civilYear(civilDate(dayOf(ms))), 1, 1) * DAY;
}

/** The function for each unit, for loops that use the same unit many times. */
export const startOfByUnit = {
  second: /* @__PURE__ */ startOfMultiple(SECOND),
  minute: /* @__PURE__ */ startOfMultiple(MINUTE),
  hour: /* @__PURE__ */ startOfMultiple(HOUR),
  day: /* @__PURE__ */ startOfMultiple(DAY),
  month: startOfMonth,
  quarter: startOfQuarter,
  year: startOfYear,
} as const satisfies Record<CalendarUnit, (ms: number) => number>;

/** A unit that dates can be rounded down to. Weeks are omitted: the first one of 1900 begins before the first date. */
export type CalendarUnit = "second" | "minute" | "hour" | "day" | "month" | "quarter" | "year";

/** The start of the unit that contains `ms`, in UTC. */
export function startOf(unit: CalendarUnit, ms: number): number {
  return startOfByUnit[unit](ms);
}
