import { ERROR } from "../../values/plain.ts";
import { defineBuiltIn, type FunctionDocumentation } from "../define.ts";
import { date } from "../function-parameter.ts";

export const year = defineBuiltIn({
  name: "YEAR",
  parameters: [date("date")],
  result: "number",
  lower: (core, moment) => core.datePart(core.local(moment), "year"),
});

export const yearDocumentation: FunctionDocumentation = {
  summary: "The year of a date.",
  details:
    "In UTC, or in the [time zone](dates.md#the-time-zone-of-a-formula) of the formula. A blank date gives blank.",
  parameters: { date: "the date to read" },
  examples: [
    ["YEAR({createdAt})", 2022],
    ['YEAR("2019-12-31T23:59:59Z")', 2019],
    ["YEAR({soldAt})", null],
    ['YEAR(DATEADD({createdAt}, 1000, "years"))', ERROR],
  ],
};
