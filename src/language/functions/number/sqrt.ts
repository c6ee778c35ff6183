import { ERROR } from "../../values/plain.ts";
import { defineBuiltIn, type FunctionDocumentation } from "../define.ts";
import { number } from "../function-parameter.ts";

export const sqrt = defineBuiltIn({
  name: "SQRT",
  parameters: [number("number")],
  result: "number",
  lower: (core, x) => core.sqrt(x),
});

export const sqrtDocumentation: FunctionDocumentation = {
  summary: "The square root of a number.",
  details: "A negative number is an error. A blank counts as 0.",
  parameters: { number: "the number; not negative" },
  examples: [
    ["SQRT(9)", 3],
    ["SQRT({price} - 32264)", 144],
    ["SQRT({tax})", 0],
    ["SQRT(-1)", ERROR],
  ],
};
