import { ERROR } from "../../values/plain.ts";
import { defineFunction, type FunctionDocumentation } from "../define.ts";
import { number, optional } from "../parameter.ts";
import { lowerRounding } from "./rounding.ts";

export const roundUp = defineFunction({
  name: "ROUNDUP",
  parameters: [number("number"), optional(number("digits"))],
  result: "number",
  lower: (core, x, digits) => lowerRounding(core, x, digits, "up"),
});

export const roundUpDocumentation: FunctionDocumentation = {
  summary: "A number rounded to so many digits after the point, away from zero.",
  details:
    "A number that is written with so many digits stays as it is: `ROUNDUP(1.1, 2)` is 1.1. Digits below 0 round before the point; a fraction of a digit is dropped. A blank counts as 0. A result out of range is an error.",
  parameters: {
    number: "the number to round",
    digits: "how many digits after the point; 0 when left out",
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
