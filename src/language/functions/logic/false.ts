import { defineBuiltIn, type FunctionDocumentation } from "../define.ts";

export const falseFunction = defineBuiltIn({
  name: "FALSE",
  parameters: [],
  result: "boolean",
  lower: (core) => core.false,
});

export const falseFunctionDocumentation: FunctionDocumentation = {
  summary: "The boolean false.",
  details:
    "As a number it is 0, and as text `FALSE`. It is not blank. A missing boolean is `FALSE`. You may leave out the parentheses.",
  examples: [
    ["FALSE()", false],
    ["{sold} = FALSE", true],
    ["FALSE() + 1", 1],
    ['FALSE() & ""', "FALSE"],
    ["ISBLANK(FALSE())", false],
  ],
};
