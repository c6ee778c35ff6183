import { ERROR } from "../../values/plain.ts";
import { defineBuiltIn, type FunctionDocumentation } from "../define.ts";
import { date } from "../function-parameter.ts";

export const second = defineBuiltIn({
  name: "SECOND",
  parameters: [date("date")],
  result: "number",
  lower: (core, moment) => core.datePart(core.local(moment), "second"),
});

export const secondDocumentation: FunctionDocumentation = {
  summary: "The second of a date, from 0 to 59.",
  details:
    "In UTC, or in the [time zone](dates.md#the-time-zone-of-a-formula) of the formula. A blank date gives blank.",
  parameters: { date: "the date to read" },
  examples: [
    ["SECOND({createdAt})", 28],
    ["SECOND(NOW())", 15],
    ["SECOND({soldAt})", null],
    ['SECOND(DATEADD({createdAt}, 1000, "years"))', ERROR],
  ],
};
