import { ERROR } from "../../values/plain.ts";
import { defineBuiltIn, type FunctionDocumentation } from "../define.ts";
import { number } from "../function-parameter.ts";

export const mod = defineBuiltIn({
  name: "MOD",
  parameters: [number("dividend"), number("divisor")],
  result: "number",
  lower: (core, a, b) => core.subtract(a, core.multiply(b, core.floor(core.divide(a, b)))),
});

export const modDocumentation: FunctionDocumentation = {
  summary: "The remainder of a number divided by another.",
  details:
    "`MOD(a, b)` is `a - b * floor(a / b)` in double arithmetic, so it has the sign of the divisor. A blank counts as 0; a divisor of 0 is an error.",
  parameters: { dividend: "the number to divide", divisor: "the number to divide by" },
  examples: [
    ["MOD(7, 3)", 1],
    ["MOD(-7, 3)", 2],
    ["MOD(7, -3)", -2],
    ["MOD({year}, 4)", 0],
    ["MOD({tax}, 3)", 0],
    ["MOD(7, {tax})", ERROR],
  ],
};
