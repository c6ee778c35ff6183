import { ERROR } from "../../values/plain.ts";
import { defineBuiltIn, type FunctionDocumentation } from "../define.ts";

export const blank = defineBuiltIn({
  name: "BLANK",
  parameters: [],
  result: "blank",
  lower: (core) => core.blank("text"),
});

export const blankDocumentation: FunctionDocumentation = {
  summary: "The missing value.",
  details:
    'It takes the type that is needed where it is used. Blank equals only blank, and `""` and an empty list are blank; `0` and `FALSE` are not. You may leave out the parentheses.',
  airtable:
    "In Airtable 0 equals blank, so `{tax} = BLANK()` is true for a tax of 0. Here it is true only if the tax is missing.",
  examples: [
    ["{tax} = BLANK()", true],
    ["{price} = BLANK()", false],
    ["{notes} = BLANK()", true],
    ["{sold} = BLANK()", false],
    ["{price} + BLANK()", 53000],
    ["IF({sold}, 1, BLANK())", null],
    ["1 / BLANK()", ERROR],
  ],
};
