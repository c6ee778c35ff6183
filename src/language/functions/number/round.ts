import { ERROR } from "../../values/plain.ts";
import { defineBuiltIn, type FunctionDocumentation } from "../define.ts";
import { number, optional } from "../function-parameter.ts";
import { lowerRounding } from "./rounding.ts";

export const round = defineBuiltIn({
  name: "ROUND",
  parameters: [number("number"), optional(number("digits"))],
  result: "number",
  lower: (core, x, digits) => lowerRounding(core, x, digits, "nearest"),
});

export const roundDocumentation: FunctionDocumentation = {
  summary: "A number rounded to a number of digits after the point.",
  details:
    "Halves are rounded away from zero. A fraction in the number of digits is dropped. In double arithmetic, with `p` the double nearest to 10 to the number of digits without its sign: the size of the number becomes `floor(size * p + h) / p`, and `floor(size / p + h) * p` for digits below 0, which round before the point. `h` is the greatest double below 0.5. A size of at least `2^53 / p` (`2^53 * p` for digits below 0) has no such digits and stays as it is. Without digits it is `floor(size + h)`. More than 308 digits change nothing, and fewer than -308 give 0. A blank counts as 0.",
  airtable:
    "Airtable rounds halves up, so `ROUND(-2.5)` is -2. Here it is -3, as in most databases and spreadsheets.",
  parameters: {
    number: "the number to round",
    digits: "how many digits after the point; 0 if it is left out",
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
