import { ERROR } from "../../values/plain.ts";
import { defineBuiltIn, type FunctionDocumentation } from "../define.ts";
import { condition, rest } from "../function-parameter.ts";

export const and = defineBuiltIn({
  name: "AND",
  parameters: [rest(condition("condition"))],
  result: "boolean",
  lower: (core, conditions) => core.and(...conditions),
});

export const andDocumentation: FunctionDocumentation = {
  summary: "Whether all conditions are true.",
  details:
    "A condition may have any type: a number other than 0 counts as true, and so does a text, date or list that is not blank. If one condition is false, the result is `FALSE`, even if another one is an error. Otherwise an error makes the result an error.",
  parameters: { condition: "what must be true" },
  examples: [
    ["AND({price} < 60000, {year} = 2020)", true],
    ["AND({price} < 60000, {sold})", false],
    ["AND({title}, {tax})", false],
    ["AND({sold}, {price} / {tax} > 1)", false],
    ["AND({price}, {price} / {tax} > 1)", ERROR],
  ],
};
