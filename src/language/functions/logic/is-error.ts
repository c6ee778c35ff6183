import { defineBuiltIn, type FunctionDocumentation } from "../define.ts";
import { any } from "../function-parameter.ts";

export const isError = defineBuiltIn({
  name: "ISERROR",
  parameters: [any("value")],
  result: "boolean",
  lower: (core, tested) => core.isError(tested),
});

export const isErrorDocumentation: FunctionDocumentation = {
  summary: "Whether a value is an error.",
  details:
    "This is the only function that is not an error if its argument is one. A blank is not an error.",
  parameters: { value: "the value to test" },
  examples: [
    ["ISERROR({price} / {tax})", true],
    ["ISERROR({price} / {year})", false],
    ["ISERROR(VALUE({title}))", true],
    ["ISERROR({notes})", false],
    ["ISERROR(ERROR())", true],
  ],
};
