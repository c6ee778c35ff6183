import { ERROR } from "../../values/plain.ts";
import { defineBuiltIn, type FunctionDocumentation } from "../define.ts";
import { date } from "../function-parameter.ts";

export const day = defineBuiltIn({
  name: "DAY",
  parameters: [date("date")],
  result: "number",
  lower: (core, moment) => core.datePart(core.local(moment), "day"),
});

export const dayDocumentation: FunctionDocumentation = {
  summary: "The day of the month of a date, from 1 to 31.",
  details:
    "In UTC, or in the [time zone](dates.md#the-time-zone-of-a-formula) of the formula. A blank date gives blank.",
  parameters: { date: "the date to read" },
  examples: [
    ["DAY({createdAt})", 6],
    ['DAY("2024-02-29")', 29],
    ["DAY({soldAt})", null],
    ['DAY(DATEADD({createdAt}, 1000, "years"))', ERROR],
  ],
};
