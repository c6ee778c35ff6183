import { defineFunction, type FunctionDocumentation } from "../define.ts";

export const falseFunction = defineFunction({
  name: "FALSE",
  parameters: [],
  result: "boolean",
  lower: (core) => core.false,
});

export const falseFunctionDocumentation: FunctionDocumentation = {
  summary: "The boolean that is not true.",
  details:
    "As a number it is 0, as text `FALSE`. It is not blank; a missing boolean is `FALSE`. The parentheses may be left out.",
  examples: [
    ["FALSE()", false],
    ["{sold} = FALSE", true],
    ["FALSE() + 1", 1],
    ['FALSE() & ""', "FALSE"],
    ["ISBLANK(FALSE())", false],
  ],
};
