import { ERROR } from "../../values/plain.ts";
import { defineFunction } from "../define.ts";
import { number } from "../parameter.ts";

export const abs = defineFunction({
  name: "ABS",
  category: "number",
  summary: "The magnitude of a number, without its sign.",
  details: "A blank counts as 0.",
  parameters: [number("number", "the number")],
  result: "number",
  examples: [
    ["ABS(-5)", 5],
    ["ABS({year} - 2022)", 2],
    ["ABS({tax})", 0],
    ["ABS(1 / 0)", ERROR],
  ],
  lower: (core, x) => core.abs(x),
});
