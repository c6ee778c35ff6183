import { ERROR } from "../../values/plain.ts";
import { defineFunction } from "../define.ts";
import { date } from "../parameter.ts";

export const second = defineFunction({
  name: "SECOND",
  category: "date",
  summary: "The second of a date, from 0 to 59.",
  details: "In UTC. A blank date gives blank.",
  parameters: [date("date", "the date to read")],
  result: "number",
  examples: [
    ["SECOND({createdAt})", 28],
    ["SECOND(NOW())", 15],
    ["SECOND({soldAt})", null],
    ['SECOND(DATEADD({createdAt}, 1000, "years"))', ERROR],
  ],
  lower: (core, moment) => core.datePart(moment, "second"),
});
