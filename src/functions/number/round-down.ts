import { ERROR } from "../../values/plain.ts";
import { defineFunction } from "../define.ts";
import { number, optional } from "../parameter.ts";
import { lowerRounding } from "./rounding.ts";

export const roundDown = defineFunction({
  name: "ROUNDDOWN",
  category: "number",
  summary: "A number cut off after so many digits, toward zero.",
  details:
    "A number that is written with so many digits stays as it is: `ROUNDDOWN(0.57, 2)` is 0.57. Digits below 0 cut off before the point; a fraction of a digit is dropped. A blank counts as 0.",
  parameters: [
    number("number", "the number to round"),
    optional(number("digits", "how many digits after the point; 0 when left out")),
  ],
  result: "number",
  examples: [
    ["ROUNDDOWN(2.9)", 2],
    ["ROUNDDOWN(-2.9)", -2],
    ["ROUNDDOWN(0.57, 2)", 0.57],
    ["ROUNDDOWN({price}, -4)", 50_000],
    ["ROUNDDOWN({tax}, 2)", 0],
    ["ROUNDDOWN(1 / 0, 2)", ERROR],
  ],
  lower: (core, x, digits) => lowerRounding(core, x, digits, "down"),
});
