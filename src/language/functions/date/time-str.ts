import { ERROR } from "../../values/plain.ts";
import { defineBuiltIn, type FunctionDocumentation } from "../define.ts";
import { date } from "../function-parameter.ts";

export const timeStr = defineBuiltIn({
  name: "TIMESTR",
  parameters: [date("date")],
  result: "text",
  lower: (core, moment) =>
    core.slice(core.dateText(core.local(moment)), core.number(12), core.number(8)),
});

export const timeStrDocumentation: FunctionDocumentation = {
  summary: "The time of a date as text: `23:59:59`.",
  details: "In UTC. A blank date gives a blank text.",
  parameters: { date: "the date to write" },
  examples: [
    ["TIMESTR({createdAt})", "08:24:28"],
    ['TIMESTR("2024-02-29")', "00:00:00"],
    ["TIMESTR({soldAt})", ""],
    ['TIMESTR(DATEADD({createdAt}, 1000, "years"))', ERROR],
  ],
};
