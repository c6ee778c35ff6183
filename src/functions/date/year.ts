import { ERROR } from "../../values/plain.ts";
import { defineFunction } from "../define.ts";
import { date } from "../parameter.ts";

export const year = defineFunction({
  name: "YEAR",
  category: "date",
  summary: "The year of a date.",
  details: "In UTC. A blank date gives blank.",
  parameters: [date("date", "the date to read")],
  result: "number",
  examples: [
    ["YEAR({createdAt})", 2022],
    ['YEAR("2019-12-31T23:59:59Z")', 2019],
    ["YEAR({soldAt})", null],
    ['YEAR(DATEADD({createdAt}, 1000, "years"))', ERROR],
  ],
  lower: (core, moment) => core.datePart(moment, "year"),
});
