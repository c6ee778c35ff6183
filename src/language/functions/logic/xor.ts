import { ERROR } from "../../values/plain.ts";
import { defineBuiltIn, type FunctionDocumentation } from "../define.ts";
import { condition, rest } from "../function-parameter.ts";
import { tournament } from "../tournament.ts";

export const xor = defineBuiltIn({
  name: "XOR",
  parameters: [rest(condition("condition"))],
  result: "boolean",
  lower: (core, conditions) => tournament(conditions, (a, b) => core.not(core.equal(a, b))),
});

export const xorDocumentation: FunctionDocumentation = {
  summary: "Whether an odd number of conditions is true.",
  details:
    "A condition may have any type. Every condition counts, so one error makes the result an error.",
  parameters: { condition: "what is counted when it is true" },
  examples: [
    ["XOR({sold}, {price} < 60000)", true],
    ["XOR({title}, {year} = 2020)", false],
    ["XOR(TRUE, TRUE, TRUE)", true],
    ["XOR({notes}, {tax})", false],
    ["XOR(TRUE, {price} / {tax})", ERROR],
  ],
};
