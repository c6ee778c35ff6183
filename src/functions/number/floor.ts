import { ERROR } from "../../values/plain.ts";
import { defineFunction } from "../define.ts";
import { number, optional } from "../parameter.ts";

export const floor = defineFunction({
  name: "FLOOR",
  category: "number",
  summary: "The nearest multiple of a significance that is not greater than a number.",
  details:
    "`FLOOR(x, s)` is the whole number at or below `x / s`, times `s`, in double arithmetic; the sign of `s` does not matter. A blank counts as 0; a significance of 0 is an error.",
  parameters: [
    number("number", "the number to round down"),
    optional(number("significance", "what the result is a multiple of; 1 when left out")),
  ],
  result: "number",
  examples: [
    ["FLOOR(2.9)", 2],
    ["FLOOR(-2.5)", -3],
    ["FLOOR({price}, 10000)", 50_000],
    ["FLOOR({tax})", 0],
    ["FLOOR(5, {tax})", ERROR],
  ],
  lower: (core, x, significance) => {
    if (significance === undefined) return core.floor(x);
    const step = core.abs(significance);
    return core.multiply(core.floor(core.divide(x, step)), step);
  },
});
