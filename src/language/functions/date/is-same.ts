import type { CoreBuilder } from "../../core/builder.ts";
import type { CoreNode } from "../../core/node.ts";
import { type CalendarUnit, DAY } from "../../values/date/index.ts";
import { ERROR } from "../../values/plain.ts";
import { defineBuiltIn, type FunctionDocumentation } from "../define.ts";
import { date, type LiteralReading, literal, optional } from "../function-parameter.ts";
import { findTimeUnit, unknownUnit } from "./time-unit.ts";

type SameUnit = CalendarUnit | "week" | "isoWeek" | "millisecond";

const SAME_UNITS: readonly SameUnit[] = [
  "year",
  "quarter",
  "month",
  "week",
  "isoWeek",
  "day",
  "hour",
  "minute",
  "second",
  "millisecond",
];

function readSameUnit(text: string): LiteralReading<SameUnit> {
  if (/^isoweeks?$/i.test(text)) return { ok: true, value: "isoWeek" };
  const unit = findTimeUnit(text);
  if (unit !== undefined) return { ok: true, value: unit.name };
  return unknownUnit(text, SAME_UNITS);
}

const FIRST_SUNDAY = 3 * DAY;
const FIRST_MONDAY = 4 * DAY;

/** A value that is equal for two dates exactly if they are in the same unit, such as the same week. */
function unitOf(core: CoreBuilder, moment: CoreNode, unit: SameUnit): CoreNode {
  switch (unit) {
    case "millisecond":
      return moment;
    case "week":
      return weekNumber(core, core.local(moment), FIRST_SUNDAY);
    case "isoWeek":
      return weekNumber(core, core.local(moment), FIRST_MONDAY);
    default:
      return core.startOf(core.local(moment), unit);
  }
}

// A number instead of the first instant of the week: the first week of 1900 begins before the first valid date.
function weekNumber(core: CoreBuilder, moment: CoreNode, origin: number): CoreNode {
  const milliseconds = core.millisecondsBetween(moment, core.date(origin));
  return core.floor(core.divide(milliseconds, core.number(7 * DAY)));
}

export const isSame = defineBuiltIn({
  name: "IS_SAME",
  parameters: [date("date"), date("other"), optional(literal("unit", readSameUnit, SAME_UNITS))],
  result: "boolean",
  lower: (core, moment, other, unit = "millisecond") =>
    core.equal(unitOf(core, moment, unit), unitOf(core, other, unit)),
});

export const isSameDocumentation: FunctionDocumentation = {
  summary: "Whether two dates are the same, or in the same unit of time.",
  details:
    "Without a unit, the dates must be the same to the millisecond. With a unit, both must be in the same one, in UTC: with `month`, in the same month of the same year. A `week` begins on Sunday, and an `isoWeek` on Monday. Two blanks are the same; a blank and a date are not.",
  parameters: {
    date: "the date in question",
    other: "the date to compare it with",
    unit: "the unit that both must be in",
  },
  examples: [
    ['IS_SAME({createdAt}, "2022-04-30", "month")', true],
    ['IS_SAME({createdAt}, "2022-04-06")', false],
    ['IS_SAME("2024-02-24", "2024-02-25", "week")', false],
    ['IS_SAME("2024-02-24", "2024-02-25", "isoWeek")', true],
    ['IS_SAME({soldAt}, {createdAt}, "day")', false],
    ["IS_SAME({soldAt}, BLANK())", true],
    ['IS_SAME(DATEADD({createdAt}, 1000, "years"), {createdAt}, "day")', ERROR],
  ],
};
