import { defineBuiltIn, type FunctionDocumentation } from "../define.ts";

export const now = defineBuiltIn({
  name: "NOW",
  parameters: [],
  result: "date",
  lower: (core) => core.now,
});

export const nowDocumentation: FunctionDocumentation = {
  summary: "The date and time at which the formula runs.",
  details:
    "To the millisecond. It is the same for all records of a run. You may leave out the parentheses.",
  examples: [
    ["NOW()", new Date("2024-02-29T12:30:15.250Z")],
    ["NOW() > {createdAt}", true],
    ["YEAR(NOW())", 2024],
  ],
};
