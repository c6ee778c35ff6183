import { defineBuiltIn, type FunctionDocumentation } from "../define.ts";

export const trueFunction = defineBuiltIn({
  name: "TRUE",
  parameters: [],
  result: "boolean",
  lower: (core) => core.true,
});

export const trueFunctionDocumentation: FunctionDocumentation = {
  summary: "The boolean true.",
  details: "As a number it is 1, and as text `TRUE`. You may leave out the parentheses.",
  examples: [
    ["TRUE()", true],
    ["{sold} = TRUE", false],
    ["TRUE() + 1", 2],
    ['TRUE() & ""', "TRUE"],
  ],
};
