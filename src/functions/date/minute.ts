import { ERROR } from "../../values/plain.ts";
import { defineFunction } from "../define.ts";
import { date } from "../parameter.ts";

export const minute = defineFunction({
  name: "MINUTE",
  category: "date",
  summary: "The minute of a date, from 0 to 59.",
  details: "In UTC. A blank date gives blank.",
  parameters: [date("date", "the date to read")],
  result: "number",
  examples: [
    ["MINUTE({createdAt})", 24],
    ["MINUTE(NOW())", 30],
    ["MINUTE({soldAt})", null],
    ['MINUTE(DATEADD({createdAt}, 1000, "years"))', ERROR],
  ],
  lower: (core, moment) => core.datePart(moment, "minute"),
});
