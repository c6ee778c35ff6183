import { ERROR } from "../../values/plain.ts";
import { defineBuiltIn, type FunctionDocumentation } from "../define.ts";
import { condition, rest } from "../function-parameter.ts";

export const or = defineBuiltIn({
  name: "OR",
  parameters: [rest(condition("condition"))],
  result: "boolean",
  lower: (core, conditions) => core.or(...conditions),
});

export const orDocumentation: FunctionDocumentation = {
  summary: "Whether at least one condition is true.",
  details:
    "A condition may have any type: a number other than 0 counts as true, and so does a text, date or list that is not blank. If one condition is true, the result is `TRUE`, even if another one is an error. Otherwise an error makes the result an error.",
  parameters: { condition: "what may be true" },
  examples: [
    ["OR({price} < 50000, {year} = 2020)", true],
    ["OR({sold}, {price} > 60000)", false],
    ["OR({notes}, {tax})", false],
    ["OR({title}, {price} / {tax} > 1)", true],
    ["OR({sold}, {price} / {tax} > 1)", ERROR],
  ],
};
