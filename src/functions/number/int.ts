import { ERROR } from "../../values/plain.ts";
import { defineFunction, type FunctionDocumentation } from "../define.ts";
import { number } from "../parameter.ts";

export const int = defineFunction({
  name: "INT",
  parameters: [number("number")],
  result: "number",
  lower: (core, x) => core.floor(x),
});

export const intDocumentation: FunctionDocumentation = {
  summary: "The greatest whole number that is not greater than a number.",
  details: "A negative fraction goes down, away from zero. A blank counts as 0.",
  parameters: { number: "the number to round down" },
  examples: [
    ["INT(1.9)", 1],
    ["INT(-1.1)", -2],
    ["INT({price} / 1000)", 53],
    ["INT({tax})", 0],
    ["INT(1 / 0)", ERROR],
  ],
};
