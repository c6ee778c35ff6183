import { ERROR } from "../../values/plain.ts";
import { defineBuiltIn, type FunctionDocumentation } from "../define.ts";
import { common, condition, optional } from "../function-parameter.ts";

export const ifFunction = defineBuiltIn({
  name: "IF",
  parameters: [condition("condition"), common("then"), optional(common("otherwise"))],
  result: "common",
  lower: (core, decides, then, otherwise) =>
    core.if(decides, then, otherwise ?? core.blank(then.type)),
});

export const ifFunctionDocumentation: FunctionDocumentation = {
  summary: "One value if a condition is true, and another if it is not.",
  details:
    "If you leave out the second value, it is blank (`FALSE` for a boolean). If both values have the same type, the result has this type. Otherwise the result is text. The value that is not chosen does not matter, even if it is an error. If the condition is an error, so is the result.",
  parameters: {
    condition: "what decides; any type, by the true-like rule",
    // biome-ignore lint/suspicious/noThenProperty: the name of the parameter
    then: "the value if the condition is true",
    otherwise: "the value if it is not",
  },
  examples: [
    ['IF({price} > 50000, "dear", "cheap")', "dear"],
    ["IF({tax}, {tax}, {price} / 10)", 5300],
    ["IF({sold}, {price})", null],
    ['IF({tax}, {price} / {tax}, "no tax")', "no tax"],
    ["IF({notes}, 1 / 0, 1)", 1],
    ["IF({price} / {tax}, 1, 2)", ERROR],
  ],
};
