import { ERROR } from "../../values/plain.ts";
import { defineBuiltIn, type FunctionDocumentation } from "../define.ts";
import { date } from "../function-parameter.ts";
import { distanceFromNow } from "./distance-from-now.ts";

export const fromNow = defineBuiltIn({
  name: "FROMNOW",
  parameters: [date("date")],
  result: "text",
  lower: (core, moment) => core.call(distanceFromNow, moment, core.now),
});

export const fromNowDocumentation: FunctionDocumentation = {
  summary: "How far a date is from now, in words.",
  details:
    "The past and the future give the same words, so `TONOW` gives the same result. The words go from `a few seconds` to `45 minutes`, `a day`, `25 days` and `2 years`, rounded to the nearest. A blank date gives a blank text.",
  parameters: { date: "the date" },
  examples: [
    ["FROMNOW({createdAt})", "2 years"],
    ['FROMNOW(DATEADD(NOW(), 25, "days"))', "25 days"],
    ['FROMNOW("2024-02-29T11:30:00Z")', "an hour"],
    ["FROMNOW({soldAt})", ""],
    ['FROMNOW(DATEADD({createdAt}, 1000, "years"))', ERROR],
  ],
};
