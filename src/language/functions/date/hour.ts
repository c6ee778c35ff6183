import { ERROR } from "../../values/plain.ts";
import { defineBuiltIn, type FunctionDocumentation } from "../define.ts";
import { date } from "../function-parameter.ts";

export const hour = defineBuiltIn({
  name: "HOUR",
  parameters: [date("date")],
  result: "number",
  lower: (core, moment) => core.datePart(core.local(moment), "hour"),
});

export const hourDocumentation: FunctionDocumentation = {
  summary: "The hour of a date, from 0 to 23.",
  details:
    "In UTC, or in the [time zone](dates.md#the-time-zone-of-a-formula) of the formula. A blank date gives blank.",
  parameters: { date: "the date to read" },
  examples: [
    ["HOUR({createdAt})", 8],
    ['HOUR("2024-02-29")', 0],
    ["HOUR({soldAt})", null],
    ['HOUR(DATEADD({createdAt}, 1000, "years"))', ERROR],
  ],
};
