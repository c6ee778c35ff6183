import { ERROR } from "../../values/plain.ts";
import { defineBuiltIn, type FunctionDocumentation } from "../define.ts";
import { date } from "../function-parameter.ts";

export const isAfter = defineBuiltIn({
  name: "IS_AFTER",
  parameters: [date("date"), date("other")],
  result: "boolean",
  lower: (core, moment, other) => core.less(other, moment),
});

export const isAfterDocumentation: FunctionDocumentation = {
  summary: "Whether a date is later than another.",
  details: "To the millisecond. FALSE if either date is blank.",
  parameters: { date: "the date in question", other: "the date to compare it with" },
  examples: [
    ["IS_AFTER({updatedAt}, {createdAt})", true],
    ['IS_AFTER("2024-02-29", "2024-02-29")', false],
    ["IS_AFTER({createdAt}, NOW())", false],
    ["IS_AFTER({soldAt}, {createdAt})", false],
    ['IS_AFTER(DATEADD({createdAt}, 1000, "years"), {createdAt})', ERROR],
  ],
};
