import { ERROR } from "../../values/plain.ts";
import { defineFunction } from "../define.ts";
import { number } from "../parameter.ts";

export const mod = defineFunction({
  name: "MOD",
  category: "number",
  summary: "What is left of a number when whole multiples of a divisor are taken away.",
  details:
    "`MOD(a, b)` is `a - b * floor(a / b)` in double arithmetic, so it has the sign of the divisor. A blank counts as 0; a divisor of 0 is an error.",
  parameters: [
    number("dividend", "the number to divide"),
    number("divisor", "the number to divide by"),
  ],
  result: "number",
  examples: [
    ["MOD(7, 3)", 1],
    ["MOD(-7, 3)", 2],
    ["MOD(7, -3)", -2],
    ["MOD({year}, 4)", 0],
    ["MOD({tax}, 3)", 0],
    ["MOD(7, {tax})", ERROR],
  ],
  lower: (core, a, b) => core.subtract(a, core.multiply(b, core.floor(core.divide(a, b)))),
});
