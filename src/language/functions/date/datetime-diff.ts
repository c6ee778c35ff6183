import { DAY } from "../../values/date/index.ts";
import { ERROR } from "../../values/plain.ts";
import { defineBuiltIn, type FunctionDocumentation } from "../define.ts";
import { date, literal, optional } from "../function-parameter.ts";
import { readTimeUnit, TIME_UNITS } from "./time-unit.ts";

export const datetimeDiff = defineBuiltIn({
  name: "DATETIME_DIFF",
  parameters: [date("date"), date("from"), optional(literal("unit", readTimeUnit, TIME_UNITS))],
  result: "number",
  lower: (core, to, from, unit) => {
    if (unit?.kind === "calendar") {
      const months = core.monthsBetween(core.local(to), core.local(from));
      return unit.months === 1
        ? months
        : core.truncate(core.divide(months, core.number(unit.months)));
    }
    const size = unit?.milliseconds ?? 1000;
    const milliseconds =
      size < DAY
        ? core.millisecondsBetween(to, from)
        : core.millisecondsBetween(core.local(to), core.local(from));
    return size === 1 ? milliseconds : core.truncate(core.divide(milliseconds, core.number(size)));
  },
});

export const datetimeDiffDocumentation: FunctionDocumentation = {
  summary: "The number of whole units of time between two dates.",
  details:
    "The first date minus the second, cut off toward zero; negative if the first is earlier. A month has passed if the later date is not earlier in its month than the earlier date is in its own. A quarter is 3 such months, and a year 12. A blank date gives blank. The units are those of `DATEADD`.",
  airtable:
    "From 31 January to 29 February no month has passed, because 29 is less than 31. Airtable counts one, because it stops at the end of a short month. The rule here is one that databases can compute.",
  parameters: {
    date: "the date to count to",
    from: "the date to count from",
    unit: "the unit of time; seconds if it is left out",
  },
  examples: [
    ['DATETIME_DIFF("2024-03-01", "2024-02-28", "days")', 2],
    ['DATETIME_DIFF({updatedAt}, {createdAt}, "hours")', 591],
    ['DATETIME_DIFF({createdAt}, {updatedAt}, "weeks")', -3],
    ['DATETIME_DIFF("2024-02-29", "2023-03-01", "months")', 11],
    ["DATETIME_DIFF(NOW(), TODAY())", 45_015],
    ['DATETIME_DIFF({soldAt}, {createdAt}, "days")', null],
    ['DATETIME_DIFF(DATEADD({createdAt}, 1000, "years"), {createdAt}, "days")', ERROR],
  ],
};
