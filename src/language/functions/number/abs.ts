import { ERROR } from "../../values/plain.ts";
import { defineBuiltIn, type FunctionDocumentation } from "../define.ts";
import { number } from "../function-parameter.ts";

export const abs = defineBuiltIn({
  name: "ABS",
  parameters: [number("number")],
  result: "number",
  lower: (core, x) => core.abs(x),
});

export const absDocumentation: FunctionDocumentation = {
  summary: "A number without its sign.",
  details: "A blank counts as 0.",
  parameters: { number: "the number" },
  examples: [
    ["ABS(-5)", 5],
    ["ABS({year} - 2022)", 2],
    ["ABS({tax})", 0],
    ["ABS(1 / 0)", ERROR],
  ],
};
