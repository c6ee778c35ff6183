import { ERROR } from "../../values/plain.ts";
import { defineBuiltIn, type FunctionDocumentation } from "../define.ts";
import { any } from "../function-parameter.ts";

export const isBlank = defineBuiltIn({
  name: "ISBLANK",
  parameters: [any("value")],
  result: "boolean",
  lower: (core, tested) => core.isBlank(tested),
});

export const isBlankDocumentation: FunctionDocumentation = {
  summary: "Whether a value is missing.",
  details:
    '`""` and an empty list are blank; `0` and `FALSE` are not. A boolean is never blank: a missing one is `FALSE`.',
  airtable: "Not in Airtable. There, write `{field} = BLANK()`, which is also true for 0.",
  parameters: { value: "the value to test" },
  examples: [
    ["ISBLANK({tax})", true],
    ["ISBLANK({price})", false],
    ["ISBLANK({notes})", true],
    ["ISBLANK({photos})", true],
    ["ISBLANK({sold})", false],
    ["ISBLANK(0)", false],
    ["ISBLANK({price} / {tax})", ERROR],
  ],
};
