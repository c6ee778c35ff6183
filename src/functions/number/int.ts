import { ERROR } from "../../values/plain.ts";
import { defineFunction } from "../define.ts";
import { number } from "../parameter.ts";

export const int = defineFunction({
  name: "INT",
  category: "number",
  summary: "The greatest whole number that is not greater than a number.",
  details: "A negative fraction goes down, away from zero. A blank counts as 0.",
  parameters: [number("number", "the number to round down")],
  result: "number",
  examples: [
    ["INT(1.9)", 1],
    ["INT(-1.1)", -2],
    ["INT({price} / 1000)", 53],
    ["INT({tax})", 0],
    ["INT(1 / 0)", ERROR],
  ],
  lower: (core, x) => core.floor(x),
});
