import { ERROR } from "../../values/plain.ts";
import { defineFunction } from "../define.ts";
import { number, rest } from "../parameter.ts";

export const sum = defineFunction({
  name: "SUM",
  category: "number",
  summary: "The sum of the numbers.",
  details:
    "Added from left to right, as `+` does. A blank counts as 0; a result out of range is an error.",
  parameters: [rest(number("number", "a number"))],
  result: "number",
  examples: [
    ["SUM(1, 2, 3)", 6],
    ["SUM({price}, {tax}, 500)", 53_500],
    ["SUM({tax})", 0],
    ["SUM(1, 1 / 0)", ERROR],
  ],
  lower: (core, numbers) => numbers.reduce((total, x) => core.add(total, x)),
});
