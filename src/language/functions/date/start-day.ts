import { quote } from "../../../util/quote.ts";
import { literal, optional } from "../function-parameter.ts";

const START_DAYS = ["Sunday", "Monday"] as const;

/** The day on which weeks begin. */
export const startDay = optional(
  literal(
    "startDay",
    (text) => {
      const wanted = text.trim().toLowerCase();
      const day = START_DAYS.find((name) => name.toLowerCase() === wanted);
      return day === undefined
        ? { ok: false, message: `weeks cannot begin on ${quote(text)}` }
        : { ok: true, value: day };
    },
    START_DAYS,
  ),
);
