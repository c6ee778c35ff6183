import { ERROR } from "../../values/plain.ts";
import { defineBuiltIn, type FunctionDocumentation } from "../define.ts";
import { any } from "../function-parameter.ts";

export const t = defineBuiltIn({
  name: "T",
  parameters: [any("value")],
  result: "text",
  lower: (core, value) =>
    value.type === "text"
      ? value
      : core.if(core.isError(value), core.fail("text"), core.blank("text")),
});

export const tDocumentation: FunctionDocumentation = {
  summary: "A value if it is text, and blank otherwise.",
  details:
    "Numbers, booleans, dates and lists give a blank text. An error of any type stays an error.",
  parameters: { value: "the value to take if it is text" },
  examples: [
    ["T({title})", "Model 3 Long Range AWD"],
    ["T({price})", ""],
    ['T("100")', "100"],
    ["T({notes})", ""],
    ["T({price} / {tax})", ERROR],
  ],
};
