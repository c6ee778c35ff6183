import { quote } from "../../util/quote.ts";
import { parseHolidays } from "../../values/date/index.ts";
import { literal, optional } from "../parameter.ts";

/** The days off of WORKDAY and WORKDAY_DIFF. */
export const holidays = optional(
  literal("holidays", (text) => {
    const days = parseHolidays(text);
    return days === undefined
      ? {
          ok: false,
          message: `${quote(text)} is no list of dates`,
          help: "write dates with commas between them: `2024-12-25, 2024-12-26`",
        }
      : { ok: true, value: days };
  }),
);
