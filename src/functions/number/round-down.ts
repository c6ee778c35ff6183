import { ERROR } from "../../values/plain.ts";
import { defineFunction, type FunctionDocumentation } from "../define.ts";
import { number, optional } from "../parameter.ts";
import { lowerRounding } from "./rounding.ts";

export const roundDown = defineFunction({
  name: "ROUNDDOWN",
  parameters: [number("number"), optional(number("digits"))],
  result: "number",
  lower: (core, x, digits) => lowerRounding(core, x, digits, "down"),
});

export const roundDownDocumentation: FunctionDocumentation = {
  summary: "A number cut off after so many digits, toward zero.",
  details:
    "A number that is written with so many digits stays as it is: `ROUNDDOWN(0.57, 2)` is 0.57. Digits below 0 cut off before the point; a fraction of a digit is dropped. A blank counts as 0.",
  parameters: {
    number: "the number to round",
    digits: "how many digits after the point; 0 when left out",
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
