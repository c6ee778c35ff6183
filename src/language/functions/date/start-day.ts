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
        ? { ok: false, mistake: { reason: "start-day", text, choices: START_DAYS } }
        : { ok: true, value: day };
    },
    START_DAYS,
  ),
);
