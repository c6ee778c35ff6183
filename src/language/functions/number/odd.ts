import { ERROR } from "../../values/plain.ts";
import { defineBuiltIn, type FunctionDocumentation } from "../define.ts";
import { number } from "../function-parameter.ts";

/** From this number on, adjacent doubles are at least 2 apart. */
const NO_ODD_FROM = 2 ** 53;

export const odd = defineBuiltIn({
  name: "ODD",
  parameters: [number("number")],
  result: "number",
  lower: (core, x) => {
    const one = core.number(1);
    const two = core.number(2);
    const size = core.abs(x);
    const pairs = core.ceiling(core.divide(core.subtract(size, one), two));
    const odd = core.add(core.multiply(pairs, two), one);
    const signed = core.if(core.less(x, core.number(0)), core.negate(odd), odd);
    return core.if(core.less(size, core.number(NO_ODD_FROM)), signed, x);
  },
});

export const oddDocumentation: FunctionDocumentation = {
  summary: "A number rounded to an odd whole number, away from zero.",
  details:
    "An odd number stays as it is; 0 and a blank give 1. No double above 2^53 is odd, so such a number stays as it is.",
  parameters: { number: "the number to round" },
  examples: [
    ["ODD(1.1)", 3],
    ["ODD(-2)", -3],
    ["ODD({year})", 2021],
    ["ODD({tax})", 1],
    ["ODD(1 / 0)", ERROR],
  ],
};
