import { defineFunction, type FunctionDocumentation } from "../define.ts";

export const today = defineFunction({
  name: "TODAY",
  parameters: [],
  result: "date",
  lower: (core) => core.startOf(core.now, "day"),
});

export const todayDocumentation: FunctionDocumentation = {
  summary: "The date on which the formula runs, at midnight UTC.",
  details: "One value for a whole run. The parentheses may be left out.",
  examples: [
    ["TODAY()", new Date(Date.UTC(2024, 1, 29))],
    ["TODAY() - {createdAt} > 365", true],
    ["TODAY() = NOW()", false],
  ],
};
