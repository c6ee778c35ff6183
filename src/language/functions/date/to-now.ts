import { ERROR } from "../../values/plain.ts";
import { defineBuiltIn, type FunctionDocumentation } from "../define.ts";
import { date } from "../function-parameter.ts";
import { distanceFromNow } from "./distance-from-now.ts";

export const toNow = defineBuiltIn({
  name: "TONOW",
  parameters: [date("date")],
  result: "text",
  lower: (core, moment) => core.call(distanceFromNow, moment, core.now),
});

export const toNowDocumentation: FunctionDocumentation = {
  summary: "How far it is from a date to now, in words.",
  details:
    "The past and the future give the same words, so `FROMNOW` gives the same result. The words go from `a few seconds` to `45 minutes`, `a day`, `25 days` and `2 years`, rounded to the nearest. A blank date gives a blank text.",
  parameters: { date: "the date" },
  examples: [
    ["TONOW({createdAt})", "2 years"],
    ['TONOW(DATEADD(NOW(), 25, "days"))', "25 days"],
    ['TONOW("2024-02-29T11:30:00Z")', "an hour"],
    ["TONOW({soldAt})", ""],
    ['TONOW(DATEADD({createdAt}, 1000, "years"))', ERROR],
  ],
};
