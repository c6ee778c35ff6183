import { ERROR } from "../../values/plain.ts";
import { defineBuiltIn, type FunctionDocumentation } from "../define.ts";
import { date } from "../function-parameter.ts";

export const dateStr = defineBuiltIn({
  name: "DATESTR",
  parameters: [date("date")],
  result: "text",
  lower: (core, moment) =>
    core.slice(core.dateText(core.local(moment)), core.number(1), core.number(10)),
});

export const dateStrDocumentation: FunctionDocumentation = {
  summary: "A date as text, year first: `2024-02-29`.",
  details: "In UTC. A blank date gives a blank text.",
  parameters: { date: "the date to write" },
  examples: [
    ["DATESTR({createdAt})", "2022-04-06"],
    ['DATESTR("2024-02-29T23:30:00-05:00")', "2024-03-01"],
    ["DATESTR({soldAt})", ""],
    ['DATESTR(DATEADD({createdAt}, 1000, "years"))', ERROR],
  ],
};
