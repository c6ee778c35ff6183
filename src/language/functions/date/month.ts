import { ERROR } from "../../values/plain.ts";
import { defineBuiltIn, type FunctionDocumentation } from "../define.ts";
import { date } from "../function-parameter.ts";

export const month = defineBuiltIn({
  name: "MONTH",
  parameters: [date("date")],
  result: "number",
  lower: (core, moment) => core.datePart(core.local(moment), "month"),
});

export const monthDocumentation: FunctionDocumentation = {
  summary: "The month of a date, from 1 for January to 12.",
  details:
    "In UTC, or in the [time zone](dates.md#the-time-zone-of-a-formula) of the formula. A blank date gives blank.",
  parameters: { date: "the date to read" },
  examples: [
    ["MONTH({createdAt})", 4],
    ['MONTH("2019-12-31")', 12],
    ["MONTH({soldAt})", null],
    ['MONTH(DATEADD({createdAt}, 1000, "years"))', ERROR],
  ],
};
