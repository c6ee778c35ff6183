import { defineBuiltIn, type FunctionDocumentation } from "../define.ts";

export const today = defineBuiltIn({
  name: "TODAY",
  parameters: [],
  result: "date",
  lower: (core) => core.fromLocal(core.startOf(core.local(core.now), "day")),
});

export const todayDocumentation: FunctionDocumentation = {
  summary: "The date on which the formula runs, at midnight.",
  details:
    "In UTC, or in the [time zone](dates.md#the-time-zone-of-a-formula) of the formula. It is the same for all records of a run. You may leave out the parentheses.",
  examples: [
    ["TODAY()", new Date("2024-02-29")],
    ["TODAY() - {createdAt} > 365", true],
    ["TODAY() = NOW()", false],
  ],
};
