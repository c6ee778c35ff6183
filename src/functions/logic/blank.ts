import { ERROR } from "../../values/plain.ts";
import { defineFunction } from "../define.ts";

export const blank = defineFunction({
  name: "BLANK",
  category: "logic",
  summary: "The missing value.",
  details:
    'It takes the type that its surroundings want. Blank equals only blank, and `""` and an empty list are blank; `0` and `FALSE` are not. The parentheses may be left out.',
  airtable:
    "Airtable lets 0 equal blank, so that `{tax} = BLANK()` holds for a tax of 0; here it tests presence.",
  parameters: [],
  result: "blank",
  examples: [
    ["{tax} = BLANK()", true],
    ["{price} = BLANK()", false],
    ["{notes} = BLANK()", true],
    ["{sold} = BLANK()", false],
    ["{price} + BLANK()", 53000],
    ["IF({sold}, 1, BLANK())", null],
    ["1 / BLANK()", ERROR],
  ],
  lower: (core) => core.blank("text"),
});
