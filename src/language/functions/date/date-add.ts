import { DAY } from "../../values/date/index.ts";
import { ERROR } from "../../values/plain.ts";
import { defineBuiltIn, type FunctionDocumentation } from "../define.ts";
import { date, literal, number } from "../function-parameter.ts";
import { readTimeUnit, TIME_UNITS } from "./time-unit.ts";

export const dateAdd = defineBuiltIn({
  name: "DATEADD",
  parameters: [date("date"), number("count"), literal("unit", readTimeUnit, TIME_UNITS)],
  result: "date",
  lower: (core, moment, count, unit) => {
    if (unit.kind === "fixed") {
      const amount = core.multiply(count, core.number(unit.milliseconds));
      return unit.milliseconds < DAY
        ? core.addMilliseconds(moment, amount)
        : core.fromLocal(core.addMilliseconds(core.local(moment), amount));
    }
    const months = core.multiply(core.truncate(count), core.number(unit.months));
    return core.fromLocal(core.addMonths(core.local(moment), months));
  },
});

export const dateAddDocumentation: FunctionDocumentation = {
  summary: "A date moved by a number of units of time.",
  details:
    "A negative count moves the date back. A fraction of a week or of a smaller unit counts, rounded to the millisecond; a fraction of a month, a quarter or a year is dropped. If the month is too short for the day, the result is its last day. A blank date gives blank, and a blank count is 0. A date outside 1900–2298 is an error. A unit may be singular, plural or abbreviated: `ms`, `s`, `m`, `h`, `d`, `w`, `M`, `Q`, `y`.",
  parameters: { date: "the date to move", count: "how many units", unit: "the unit of time" },
  examples: [
    ['DATEADD({createdAt}, 1, "days")', new Date("2022-04-07T08:24:28Z")],
    ['DATEADD("2024-01-31", 1, "month")', new Date("2024-02-29")],
    ['DATEADD("2024-02-29", -1.5, "d")', new Date("2024-02-27T12:00Z")],
    ['DATEADD({createdAt}, {tax}, "years")', new Date("2022-04-06T08:24:28Z")],
    ['DATEADD({soldAt}, 1, "days")', null],
    ['DATEADD({createdAt}, 1000, "years")', ERROR],
  ],
};
