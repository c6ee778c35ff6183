import { defineFunction } from "../define.ts";

export const today = defineFunction({
  name: "TODAY",
  category: "date",
  summary: "The date on which the formula runs, at midnight UTC.",
  details: "One value for a whole run. The parentheses may be left out.",
  parameters: [],
  result: "date",
  examples: [
    ["TODAY()", new Date(Date.UTC(2024, 1, 29))],
    ["TODAY() - {createdAt} > 365", true],
    ["TODAY() = NOW()", false],
  ],
  lower: (core) => core.startOf(core.now, "day"),
});
