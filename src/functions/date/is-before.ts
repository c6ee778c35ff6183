import { ERROR } from "../../values/plain.ts";
import { defineFunction } from "../define.ts";
import { date } from "../parameter.ts";

export const isBefore = defineFunction({
  name: "IS_BEFORE",
  category: "date",
  summary: "Whether a date is earlier than another.",
  details: "To the millisecond. FALSE when either date is blank.",
  parameters: [date("date", "the date in question"), date("other", "the date to compare it with")],
  result: "boolean",
  examples: [
    ["IS_BEFORE({createdAt}, {updatedAt})", true],
    ['IS_BEFORE("2024-02-29", "2024-02-29")', false],
    ["IS_BEFORE({createdAt}, NOW())", true],
    ["IS_BEFORE({soldAt}, {createdAt})", false],
    ['IS_BEFORE(DATEADD({createdAt}, 1000, "years"), {createdAt})', ERROR],
  ],
  lower: (core, moment, other) => core.less(moment, other),
});
