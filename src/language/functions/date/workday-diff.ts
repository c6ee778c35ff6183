import { defineKernel, type Kernel } from "../../core/kernel.ts";
import { type Holidays, workdaysBetween } from "../../values/date/index.ts";
import { ERROR } from "../../values/plain.ts";
import { defineBuiltIn, type FunctionDocumentation } from "../define.ts";
import { date } from "../function-parameter.ts";
import { holidays, workdaysPrice } from "./holidays.ts";

function workdayDiffKernel(off: Holidays): Kernel {
  return defineKernel({
    name: "workdaysBetween",
    parameters: ["date", "date"],
    result: "number",
    price: () => workdaysPrice(off),
    mayFail: false,
    evaluate: (start, end) =>
      start === null || end === null ? null : workdaysBetween(start, end, off),
  });
}

export const workdayDiff = defineBuiltIn({
  name: "WORKDAY_DIFF",
  parameters: [date("start"), date("end"), holidays],
  result: "number",
  lower: (core, start, end, off = []) =>
    core.call(workdayDiffKernel(off), core.local(start), core.local(end)),
});

export const workdayDiffDocumentation: FunctionDocumentation = {
  summary: "The number of working days from one date to another, counting both.",
  details:
    "Working days are Monday to Friday without the holidays, in UTC. The result is negative if the second date is earlier. A blank date gives blank.",
  parameters: {
    start: "the first date",
    end: "the last date",
    holidays: "further days off, as dates with commas between them",
  },
  examples: [
    ["WORKDAY_DIFF({createdAt}, {updatedAt})", 18],
    ['WORKDAY_DIFF("2024-02-26", "2024-03-01", "2024-02-29")', 4],
    ['WORKDAY_DIFF("2024-03-01", "2024-02-26")', -5],
    ['WORKDAY_DIFF("2024-03-02", "2024-03-03")', 0],
    ["WORKDAY_DIFF({createdAt}, {soldAt})", null],
    ['WORKDAY_DIFF({createdAt}, DATEADD({createdAt}, 1000, "years"))', ERROR],
  ],
};
