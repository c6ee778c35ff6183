import type { CoreBuilder } from "../../core/builder.ts";
import type { CoreNode } from "../../core/node.ts";
import { ERROR } from "../../values/plain.ts";
import { defineBuiltIn, type FunctionDocumentation } from "../define.ts";
import { date } from "../function-parameter.ts";
import { startDay } from "./start-day.ts";

/** The number of days from the start of a date's week to the date. */
export function daysIntoWeek(
  core: CoreBuilder,
  moment: CoreNode,
  start: "Sunday" | "Monday",
): CoreNode {
  const fromSunday = core.datePart(moment, "weekday");
  if (start === "Sunday") return fromSunday;
  return core.if(
    core.equal(fromSunday, core.number(0)),
    core.number(6),
    core.subtract(fromSunday, core.number(1)),
  );
}

export const weekday = defineBuiltIn({
  name: "WEEKDAY",
  parameters: [date("date"), startDay],
  result: "number",
  lower: (core, moment, start = "Sunday") => daysIntoWeek(core, core.local(moment), start),
});

export const weekdayDocumentation: FunctionDocumentation = {
  summary: "The day of the week of a date, from 0 (the day on which weeks begin) to 6.",
  details: "In UTC. A blank date gives blank.",
  parameters: {
    date: "the date to read",
    startDay: "the day on which weeks begin; Sunday if it is left out",
  },
  examples: [
    ["WEEKDAY({createdAt})", 3],
    ['WEEKDAY({createdAt}, "Monday")', 2],
    ['WEEKDAY("2024-03-03", "Monday")', 6],
    ["WEEKDAY({soldAt})", null],
    ['WEEKDAY(DATEADD({createdAt}, 1000, "years"))', ERROR],
  ],
};
