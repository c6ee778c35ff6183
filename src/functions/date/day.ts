import { ERROR } from "../../values/plain.ts";
import { defineFunction } from "../define.ts";
import { date } from "../parameter.ts";

export const day = defineFunction({
  name: "DAY",
  category: "date",
  summary: "The day of the month of a date, from 1 to 31.",
  details: "In UTC. A blank date gives blank.",
  parameters: [date("date", "the date to read")],
  result: "number",
  examples: [
    ["DAY({createdAt})", 6],
    ['DAY("2024-02-29")', 29],
    ["DAY({soldAt})", null],
    ['DAY(DATEADD({createdAt}, 1000, "years"))', ERROR],
  ],
  lower: (core, moment) => core.datePart(moment, "day"),
});
