import { defineFunction, type FunctionDocumentation } from "../define.ts";

export const now = defineFunction({
  name: "NOW",
  parameters: [],
  result: "date",
  lower: (core) => core.now,
});

export const nowDocumentation: FunctionDocumentation = {
  summary: "The date and time at which the formula runs.",
  details: "One value for a whole run, to the millisecond. The parentheses may be left out.",
  examples: [
    ["NOW()", new Date("2024-02-29T12:30:15.250Z")],
    ["NOW() > {createdAt}", true],
    ["YEAR(NOW())", 2024],
  ],
};
