import { ERROR } from "../../values/plain.ts";
import { defineBuiltIn, type FunctionDocumentation } from "../define.ts";
import { number, optional } from "../function-parameter.ts";
import { lowerRounding } from "./rounding.ts";

export const roundUp = defineBuiltIn({
  name: "ROUNDUP",
  parameters: [number("number"), optional(number("digits"))],
  result: "number",
  lower: (core, x, digits) => lowerRounding(core, x, digits, "up"),
});

export const roundUpDocumentation: FunctionDocumentation = {
  summary: "A number rounded to a number of digits after the point, away from zero.",
  details:
    "A fraction in the number of digits is dropped. In double arithmetic, with `p` the double nearest to 10 to the number of digits without its sign: the size of the number becomes `ceil(size * p) / p`, and `ceil(ceil(size) / p) * p` for digits below 0, which round before the point. A number that has no more than so many digits already, so that `floor` in place of `ceil` gives its size, stays as it is: `ROUNDUP(1.1, 2)` is 1.1. So does a size of at least `2^52 / p` (`2^52 * p` for digits below 0). Without digits it is `ceil(size)`. More than 308 digits change nothing. A result out of range is an error, as with fewer than -308 digits. A blank counts as 0.",
  parameters: {
    number: "the number to round",
    digits: "how many digits after the point; 0 if it is left out",
  },
  examples: [
    ["ROUNDUP(2.1)", 3],
    ["ROUNDUP(-2.1)", -3],
    ["ROUNDUP(1.1, 2)", 1.1],
    ["ROUNDUP({price}, -4)", 60_000],
    ["ROUNDUP({tax}, 2)", 0],
    ["ROUNDUP(1, -309)", ERROR],
  ],
};
