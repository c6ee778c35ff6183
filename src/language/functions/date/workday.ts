import { defineKernel, type Kernel } from "../../core/kernel.ts";
import { addWorkdays, type Holidays } from "../../values/date/index.ts";
import { ERROR } from "../../values/plain.ts";
import { defineBuiltIn, type FunctionDocumentation } from "../define.ts";
import { date, number } from "../function-parameter.ts";
import { holidays, workdaysPrice } from "./holidays.ts";

function workdayKernel(off: Holidays): Kernel {
  return defineKernel({
    name: "addWorkdays",
    parameters: ["date", "number"],
    result: "date",
    price: () => workdaysPrice(off),
    evaluate: (start, days) =>
      start === null ? null : (addWorkdays(start, days ?? 0, off) ?? ERROR),
  });
}

export const workday = defineBuiltIn({
  name: "WORKDAY",
  parameters: [date("date"), number("days"), holidays],
  result: "date",
  lower: (core, start, days, off = []) =>
    core.fromLocal(core.call(workdayKernel(off), core.local(start), days)),
});

export const workdayDocumentation: FunctionDocumentation = {
  summary: "The date that is a number of working days after a date, at midnight UTC.",
  details:
    "Working days are Monday to Friday without the holidays. The first date is not counted. A negative number counts back, 0 gives the date itself, and a fraction is dropped. A blank date gives blank; a date outside 1900–2298 is an error.",
  parameters: {
    date: "the date to start from",
    days: "how many working days",
    holidays: "further days off, as dates with commas between them",
  },
  examples: [
    ["WORKDAY({createdAt}, 3)", new Date("2022-04-11")],
    ['WORKDAY("2024-12-24", 1, "2024-12-25, 2024-12-26")', new Date("2024-12-27")],
    ['WORKDAY("2024-03-04", -1)', new Date("2024-03-01")],
    ["WORKDAY({soldAt}, 3)", null],
    ["WORKDAY({createdAt}, 1000000)", ERROR],
  ],
};
