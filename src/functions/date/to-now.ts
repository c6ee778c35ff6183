import { ERROR } from "../../values/plain.ts";
import { defineFunction } from "../define.ts";
import { date } from "../parameter.ts";
import { distanceFromNow } from "./distance-from-now.ts";

export const toNow = defineFunction({
  name: "TONOW",
  category: "date",
  summary: "How far it is from a date to now, in words.",
  details:
    "Past and future read the same, so `FROMNOW` says the same. From `a few seconds` over `45 minutes`, `a day` and `25 days` to `2 years`, rounded to the nearest. A blank date gives a blank text.",
  parameters: [date("date", "the date")],
  result: "text",
  examples: [
    ["TONOW({createdAt})", "2 years"],
    ['TONOW(DATEADD(NOW(), 25, "days"))', "25 days"],
    ['TONOW("2024-02-29T11:30:00Z")', "an hour"],
    ["TONOW({soldAt})", ""],
    ['TONOW(DATEADD({createdAt}, 1000, "years"))', ERROR],
  ],
  lower: (core, moment) => core.call(distanceFromNow, moment, core.now),
});
