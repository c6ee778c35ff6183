import { ERROR } from "../../values/plain.ts";
import { defineFunction } from "../define.ts";
import { date } from "../parameter.ts";

export const hour = defineFunction({
  name: "HOUR",
  category: "date",
  summary: "The hour of a date, from 0 to 23.",
  details: "In UTC. A blank date gives blank.",
  parameters: [date("date", "the date to read")],
  result: "number",
  examples: [
    ["HOUR({createdAt})", 8],
    ['HOUR("2024-02-29")', 0],
    ["HOUR({soldAt})", null],
    ['HOUR(DATEADD({createdAt}, 1000, "years"))', ERROR],
  ],
  lower: (core, moment) => core.datePart(moment, "hour"),
});
