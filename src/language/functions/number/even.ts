import { ERROR } from "../../values/plain.ts";
import { defineBuiltIn, type FunctionDocumentation } from "../define.ts";
import { number } from "../function-parameter.ts";

export const even = defineBuiltIn({
  name: "EVEN",
  parameters: [number("number")],
  result: "number",
  lower: (core, x) => {
    const two = core.number(2);
    // Round up before halving, because half of the smallest double is 0.
    const whole = core.ceiling(core.abs(x));
    const size = core.multiply(core.ceiling(core.divide(whole, two)), two);
    return core.if(core.less(x, core.number(0)), core.negate(size), size);
  },
});

export const evenDocumentation: FunctionDocumentation = {
  summary: "A number rounded to an even whole number, away from zero.",
  details: "An even number stays as it is. A blank counts as 0.",
  parameters: { number: "the number to round" },
  examples: [
    ["EVEN(1.1)", 2],
    ["EVEN(-3)", -4],
    ["EVEN({year} + 1)", 2022],
    ["EVEN({tax})", 0],
    ["EVEN(1 / 0)", ERROR],
  ],
};
