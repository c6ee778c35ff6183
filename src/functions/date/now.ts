import { defineFunction } from "../define.ts";
import { EXAMPLE_NOW } from "../example-row.ts";

export const now = defineFunction({
  name: "NOW",
  category: "date",
  summary: "The date and time at which the formula runs.",
  details: "One value for a whole run, to the millisecond. The parentheses may be left out.",
  parameters: [],
  result: "date",
  examples: [
    ["NOW()", new Date(EXAMPLE_NOW)],
    ["NOW() > {createdAt}", true],
    ["YEAR(NOW())", 2024],
  ],
  lower: (core) => core.now,
});
