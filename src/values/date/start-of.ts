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
  weekdayOfDay,
} from "./calendar.ts";

function startOfMultiple(size: number): (ms: number) => number {
  return (ms) => Math.floor(ms / size) * size;
}

function startOfWeek(ms: number): number {
  const day = dayOf(ms);
  return (day - weekdayOfDay(day)) * DAY;
}

function startOfIsoWeek(ms: number): number {
  const day = dayOf(ms);
  return (day - ((weekdayOfDay(day) + 6) % 7)) * DAY;
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

/** For each unit, the function that rounds down to it; for loops that use the same unit many times. */
export const startOfByUnit = {
  second: /* @__PURE__ */ startOfMultiple(SECOND),
  minute: /* @__PURE__ */ startOfMultiple(MINUTE),
  hour: /* @__PURE__ */ startOfMultiple(HOUR),
  day: /* @__PURE__ */ startOfMultiple(DAY),
  week: startOfWeek,
  isoWeek: startOfIsoWeek,
  month: startOfMonth,
  quarter: startOfQuarter,
  year: startOfYear,
} as const satisfies Record<string, (ms: number) => number>;

/** A unit of time that dates can be rounded down to. `week` begins on Sunday, `isoWeek` on Monday. */
export type CalendarUnit = keyof typeof startOfByUnit;

/**
 * The instant at which the unit that holds `ms` began, in UTC. It serves comparing, so it is a number even where
 * it is no date: the week of 1900-01-01 began on 1899-12-31.
 */
export function startOf(unit: CalendarUnit, ms: number): number {
  return startOfByUnit[unit](ms);
}
