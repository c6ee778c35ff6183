import { ERROR } from "../../values/plain.ts";
import { defineFunction } from "../define.ts";
import { any } from "../parameter.ts";

export const isBlank = defineFunction({
  name: "ISBLANK",
  category: "logic",
  summary: "Whether a value is missing.",
  details:
    '`""` and an empty list are blank; `0` and `FALSE` are not. A boolean never is: a missing one is `FALSE`.',
  airtable: "Not in Airtable, where `{field} = BLANK()` says the same but also holds for 0.",
  parameters: [any("value", "the value to test")],
  result: "boolean",
  examples: [
    ["ISBLANK({tax})", true],
    ["ISBLANK({price})", false],
    ["ISBLANK({notes})", true],
    ["ISBLANK({photos})", true],
    ["ISBLANK({sold})", false],
    ["ISBLANK(0)", false],
    ["ISBLANK({price} / {tax})", ERROR],
  ],
  lower: (core, tested) => core.isBlank(tested),
});
