import { ERROR } from "../../values/plain.ts";
import { defineFunction } from "../define.ts";
import { condition, rest } from "../parameter.ts";

export const or = defineFunction({
  name: "OR",
  category: "logic",
  summary: "Whether at least one condition is true.",
  details:
    "Any type may stand as a condition: a number other than 0 and a text, date or list that is not blank count as true. One true condition makes the result `TRUE`, even beside an error; otherwise an error makes it an error.",
  parameters: [rest(condition("condition", "what may be true"))],
  result: "boolean",
  examples: [
    ["OR({price} < 50000, {year} = 2020)", true],
    ["OR({sold}, {price} > 60000)", false],
    ["OR({notes}, {tax})", false],
    ["OR({title}, {price} / {tax} > 1)", true],
    ["OR({sold}, {price} / {tax} > 1)", ERROR],
  ],
  lower: (core, conditions) => core.or(...conditions),
});
