import { ERROR } from "../../values/plain.ts";
import { defineBuiltIn, type FunctionDocumentation } from "../define.ts";
import { number, rest } from "../function-parameter.ts";

export const sum = defineBuiltIn({
  name: "SUM",
  parameters: [rest(number("number"))],
  result: "number",
  lower: (core, numbers) => numbers.reduce((total, x) => core.add(total, x)),
});

export const sumDocumentation: FunctionDocumentation = {
  summary: "The sum of the numbers.",
  details:
    "Added from left to right, as `+` does. A blank counts as 0; a result out of range is an error.",
  parameters: { number: "a number" },
  examples: [
    ["SUM(1, 2, 3)", 6],
    ["SUM({price}, {tax}, 500)", 53_500],
    ["SUM({tax})", 0],
    ["SUM(1, 1 / 0)", ERROR],
  ],
};
