import { ERROR } from "../../values/plain.ts";
import { defineBuiltIn, type FunctionDocumentation } from "../define.ts";
import { date } from "../function-parameter.ts";
import { startDay } from "./start-day.ts";
import { daysIntoWeek } from "./weekday.ts";

export const weekNum = defineBuiltIn({
  name: "WEEKNUM",
  parameters: [date("date"), startDay],
  result: "number",
  lower: (core, date, start = "Sunday") => {
    const moment = core.local(date);
    const days = daysIntoWeek(core, moment, start);
    const weekBegan = core.subtract(core.datePart(moment, "dayOfYear"), days);
    const weekEnds = core.subtract(core.add(core.datePart(moment, "day"), core.number(6)), days);
    return core.if(
      core.and(
        core.equal(core.datePart(moment, "month"), core.number(12)),
        core.less(core.number(31), weekEnds),
      ),
      core.number(1),
      core.floor(core.divide(core.add(weekBegan, core.number(12)), core.number(7))),
    );
  },
});

export const weekNumDocumentation: FunctionDocumentation = {
  summary: "The number of the week of a date.",
  details:
    "In UTC. Week 1 is the week of 1 January. So the last days of December are in week 1 if the new year begins before their week ends. A blank date gives blank.",
  parameters: {
    date: "the date to read",
    startDay: "the day on which weeks begin; Sunday if it is left out",
  },
  examples: [
    ["WEEKNUM({createdAt})", 15],
    ['WEEKNUM("2023-01-01")', 1],
    ['WEEKNUM("2023-01-02", "Monday")', 2],
    ['WEEKNUM("2024-12-31")', 1],
    ["WEEKNUM({soldAt})", null],
    ['WEEKNUM(DATEADD({createdAt}, 1000, "years"))', ERROR],
  ],
};
