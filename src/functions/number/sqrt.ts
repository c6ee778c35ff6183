import { ERROR } from "../../values/plain.ts";
import { defineFunction } from "../define.ts";
import { number } from "../parameter.ts";

export const sqrt = defineFunction({
  name: "SQRT",
  category: "number",
  summary: "The square root of a number.",
  details: "A negative number is an error. A blank counts as 0.",
  parameters: [number("number", "the number; not negative")],
  result: "number",
  examples: [
    ["SQRT(9)", 3],
    ["SQRT({price} - 32264)", 144],
    ["SQRT({tax})", 0],
    ["SQRT(-1)", ERROR],
  ],
  lower: (core, x) => core.sqrt(x),
});
