import { ERROR } from "../../values/plain.ts";
import { defineBuiltIn, type FunctionDocumentation } from "../define.ts";
import { number } from "../function-parameter.ts";

export const int = defineBuiltIn({
  name: "INT",
  parameters: [number("number")],
  result: "number",
  lower: (core, x) => core.floor(x),
});

export const intDocumentation: FunctionDocumentation = {
  summary: "A number rounded down to a whole number.",
  details: "A negative number is rounded down as well, away from zero. A blank counts as 0.",
  parameters: { number: "the number to round down" },
  examples: [
    ["INT(1.9)", 1],
    ["INT(-1.1)", -2],
    ["INT({price} / 1000)", 53],
    ["INT({tax})", 0],
    ["INT(1 / 0)", ERROR],
  ],
};
