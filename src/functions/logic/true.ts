import { defineFunction } from "../define.ts";

export const trueFunction = defineFunction({
  name: "TRUE",
  category: "logic",
  summary: "The boolean that is true.",
  details: "As a number it is 1, as text `TRUE`. The parentheses may be left out.",
  parameters: [],
  result: "boolean",
  examples: [
    ["TRUE()", true],
    ["{sold} = TRUE", false],
    ["TRUE() + 1", 2],
    ['TRUE() & ""', "TRUE"],
  ],
  lower: (core) => core.true,
});
