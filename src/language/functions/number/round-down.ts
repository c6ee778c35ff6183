import { ERROR } from "../../values/plain.ts";
import { defineBuiltIn, type FunctionDocumentation } from "../define.ts";
import { number, optional } from "../function-parameter.ts";
import { lowerRounding } from "./rounding.ts";

export const roundDown = defineBuiltIn({
  name: "ROUNDDOWN",
  parameters: [number("number"), optional(number("digits"))],
  result: "number",
  lower: (core, x, digits) => lowerRounding(core, x, digits, "down"),
});

export const roundDownDocumentation: FunctionDocumentation = {
  summary: "A number cut off after a number of digits, toward zero.",
  details:
    "A fraction in the number of digits is dropped. In double arithmetic, with `p` the double nearest to 10 to the number of digits without its sign: the size of the number becomes `floor(size * p) / p`, and `floor(size / p) * p` for digits below 0, which round before the point. A number that has no more than so many digits already, so that `ceil` in place of `floor` gives its size, stays as it is: `ROUNDDOWN(0.57, 2)` is 0.57. So does a size of at least `2^52 / p` (`2^52 * p` for digits below 0). Without digits it is `floor(size)`. More than 308 digits change nothing, and fewer than -308 give 0. A blank counts as 0.",
  parameters: {
    number: "the number to round",
    digits: "how many digits after the point; 0 if it is left out",
  },
  examples: [
    ["ROUNDDOWN(2.9)", 2],
    ["ROUNDDOWN(-2.9)", -2],
    ["ROUNDDOWN(0.57, 2)", 0.57],
    ["ROUNDDOWN({price}, -4)", 50_000],
    ["ROUNDDOWN({tax}, 2)", 0],
    ["ROUNDDOWN(1 / 0, 2)", ERROR],
  ],
};
