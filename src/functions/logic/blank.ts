import { ERROR } from "../../values/plain.ts";
import { defineFunction, type FunctionDocumentation } from "../define.ts";

export const blank = defineFunction({
  name: "BLANK",
  parameters: [],
  result: "blank",
  lower: (core) => core.blank("text"),
});

export const blankDocumentation: FunctionDocumentation = {
  summary: "The missing value.",
  details:
    'It takes the type that its surroundings want. Blank equals only blank, and `""` and an empty list are blank; `0` and `FALSE` are not. The parentheses may be left out.',
  airtable:
    "Airtable lets 0 equal blank, so that `{tax} = BLANK()` holds for a tax of 0; here it tests presence.",
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
