import { ERROR } from "../../values/plain.ts";
import { defineBuiltIn, type FunctionDocumentation } from "../define.ts";
import { date } from "../function-parameter.ts";

export const minute = defineBuiltIn({
  name: "MINUTE",
  parameters: [date("date")],
  result: "number",
  lower: (core, moment) => core.datePart(core.local(moment), "minute"),
});

export const minuteDocumentation: FunctionDocumentation = {
  summary: "The minute of a date, from 0 to 59.",
  details:
    "In UTC, or in the [time zone](dates.md#the-time-zone-of-a-formula) of the formula. A blank date gives blank.",
  parameters: { date: "the date to read" },
  examples: [
    ["MINUTE({createdAt})", 24],
    ["MINUTE(NOW())", 30],
    ["MINUTE({soldAt})", null],
    ['MINUTE(DATEADD({createdAt}, 1000, "years"))', ERROR],
  ],
};
