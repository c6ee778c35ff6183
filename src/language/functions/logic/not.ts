import { ERROR } from "../../values/plain.ts";
import { defineBuiltIn, type FunctionDocumentation } from "../define.ts";
import { condition } from "../function-parameter.ts";

export const not = defineBuiltIn({
  name: "NOT",
  parameters: [condition("condition")],
  result: "boolean",
  lower: (core, negated) => core.not(negated),
});

export const notDocumentation: FunctionDocumentation = {
  summary: "Whether a condition is not true.",
  details: "A blank counts as false, so `NOT` of a blank is `TRUE`. `NOT` of an error is an error.",
  parameters: { condition: "what must not be true" },
  examples: [
    ["NOT({sold})", true],
    ["NOT({price} < 60000)", false],
    ["NOT({notes})", true],
    ["NOT({tax} = BLANK())", false],
    ["NOT({price} / {tax})", ERROR],
  ],
};
