import { defineFunction } from "../define.ts";
import { any } from "../parameter.ts";

export const isError = defineFunction({
  name: "ISERROR",
  category: "logic",
  summary: "Whether a value is an error.",
  details:
    "The only function that does not turn into an error with its argument. A blank is no error.",
  parameters: [any("value", "the value to test")],
  result: "boolean",
  examples: [
    ["ISERROR({price} / {tax})", true],
    ["ISERROR({price} / {year})", false],
    ["ISERROR(VALUE({title}))", true],
    ["ISERROR({notes})", false],
    ["ISERROR(ERROR())", true],
  ],
  lower: (core, tested) => core.isError(tested),
});
