import { ERROR } from "../../values/plain.ts";
import { defineFunction } from "../define.ts";
import { condition } from "../parameter.ts";

export const not = defineFunction({
  name: "NOT",
  category: "logic",
  summary: "Whether a condition is not true.",
  details: "A blank counts as false, so `NOT` of it is `TRUE`; `NOT` of an error is an error.",
  parameters: [condition("condition", "what must not be true")],
  result: "boolean",
  examples: [
    ["NOT({sold})", true],
    ["NOT({price} < 60000)", false],
    ["NOT({notes})", true],
    ["NOT({tax} = BLANK())", false],
    ["NOT({price} / {tax})", ERROR],
  ],
  lower: (core, negated) => core.not(negated),
});
