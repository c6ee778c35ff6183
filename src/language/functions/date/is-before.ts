import { ERROR } from "../../values/plain.ts";
import { defineBuiltIn, type FunctionDocumentation } from "../define.ts";
import { date } from "../function-parameter.ts";

export const isBefore = defineBuiltIn({
  name: "IS_BEFORE",
  parameters: [date("date"), date("other")],
  result: "boolean",
  lower: (core, moment, other) => core.less(moment, other),
});

export const isBeforeDocumentation: FunctionDocumentation = {
  summary: "Whether a date is earlier than another.",
  details: "To the millisecond. FALSE if either date is blank.",
  parameters: { date: "the date in question", other: "the date to compare it with" },
  examples: [
    ["IS_BEFORE({createdAt}, {updatedAt})", true],
    ['IS_BEFORE("2024-02-29", "2024-02-29")', false],
    ["IS_BEFORE({createdAt}, NOW())", true],
    ["IS_BEFORE({soldAt}, {createdAt})", false],
    ['IS_BEFORE(DATEADD({createdAt}, 1000, "years"), {createdAt})', ERROR],
  ],
};
