import type { Price } from "../../core/kernel.ts";
import { type Holidays, parseHolidays } from "../../values/date/index.ts";
import { literal, optional } from "../function-parameter.ts";

/** The days off of WORKDAY and WORKDAY_DIFF. */
export const holidays = optional(
  literal("holidays", (text) => {
    const days = parseHolidays(text);
    return days === undefined
      ? { ok: false, mistake: { reason: "dates", text } }
      : { ok: true, value: days };
  }),
);

/** Nanoseconds for each day off. */
const DAY_OFF = 50;

/** The price of counting working days, which examines every day off. */
export function workdaysPrice(off: Holidays): Price {
  return { work: 1_000 + DAY_OFF * off.length, length: 0 };
}
