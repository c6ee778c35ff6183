import { ERROR } from "../../values/plain.ts";
import { defineBuiltIn, type FunctionDocumentation } from "../define.ts";
import { number, optional } from "../function-parameter.ts";

export const ceiling = defineBuiltIn({
  name: "CEILING",
  parameters: [number("number"), optional(number("significance"))],
  result: "number",
  lower: (core, x, significance) => {
    if (significance === undefined) return core.ceiling(x);
    const step = core.abs(significance);
    return core.multiply(core.ceiling(core.divide(x, step)), step);
  },
});

export const ceilingDocumentation: FunctionDocumentation = {
  summary: "A number rounded up to a multiple of a significance.",
  details:
    "`CEILING(x, s)` is the whole number at or above `x / s`, times `s`, in double arithmetic; the sign of `s` does not matter. A blank counts as 0; a significance of 0 is an error.",
  parameters: {
    number: "the number to round up",
    significance: "what the result is a multiple of; 1 if it is left out",
  },
  examples: [
    ["CEILING(2.1)", 3],
    ["CEILING(-2.5)", -2],
    ["CEILING({price}, 10000)", 60_000],
    ["CEILING({tax})", 0],
    ["CEILING(5, 0)", ERROR],
  ],
};
