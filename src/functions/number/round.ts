import { ERROR } from "../../values/plain.ts";
import { defineFunction, type FunctionDocumentation } from "../define.ts";
import { number, optional } from "../parameter.ts";
import { lowerRounding } from "./rounding.ts";

export const round = defineFunction({
  name: "ROUND",
  parameters: [number("number"), optional(number("digits"))],
  result: "number",
  lower: (core, x, digits) => lowerRounding(core, x, digits, "nearest"),
});

export const roundDocumentation: FunctionDocumentation = {
  summary: "A number rounded to so many digits after the point.",
  details:
    "Halves go away from zero. With `p = 10^digits`, the size of the number is `floor(size * p + h) / p` in double arithmetic, where `h` is the greatest double below 0.5, which makes the rounding of `size * p` exact. Digits below 0 round before the point; a fraction of a digit is dropped. A number too large to have such digits stays as it is. A blank counts as 0.",
  parameters: {
    number: "the number to round",
    digits: "how many digits after the point; 0 when left out",
  },
  examples: [
    ["ROUND(2.5)", 3],
    ["ROUND(-2.5)", -3],
    ["ROUND(3.14159, 2)", 3.14],
    ["ROUND({price}, -4)", 50_000],
    ["ROUND({tax}, 2)", 0],
    ["ROUND(1 / 0, 2)", ERROR],
  ],
};
