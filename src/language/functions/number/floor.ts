import { ERROR } from "../../values/plain.ts";
import { defineBuiltIn, type FunctionDocumentation } from "../define.ts";
import { number, optional } from "../function-parameter.ts";

export const floor = defineBuiltIn({
  name: "FLOOR",
  parameters: [number("number"), optional(number("significance"))],
  result: "number",
  lower: (core, x, significance) => {
    if (significance === undefined) return core.floor(x);
    const step = core.abs(significance);
    return core.multiply(core.floor(core.divide(x, step)), step);
  },
});

export const floorDocumentation: FunctionDocumentation = {
  summary: "A number rounded down to a multiple of a significance.",
  details:
    "`FLOOR(x, s)` is the whole number at or below `x / s`, times `s`, in double arithmetic; the sign of `s` does not matter. A blank counts as 0; a significance of 0 is an error.",
  parameters: {
    number: "the number to round down",
    significance: "what the result is a multiple of; 1 if it is left out",
  },
  examples: [
    ["FLOOR(2.9)", 2],
    ["FLOOR(-2.5)", -3],
    ["FLOOR({price}, 10000)", 50_000],
    ["FLOOR({tax})", 0],
    ["FLOOR(5, {tax})", ERROR],
  ],
};
