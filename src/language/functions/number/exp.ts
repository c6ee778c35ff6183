import { defineKernel } from "../../core/kernel.ts";
import { ERROR } from "../../values/plain.ts";
import { defineBuiltIn, type FunctionDocumentation } from "../define.ts";
import { number } from "../function-parameter.ts";
import { finiteOrError } from "./arithmetic.ts";

// A kernel, because the exponentials of database engines differ from JavaScript's in the last bit.
const exponential = /* @__PURE__ */ defineKernel({
  name: "exp",
  parameters: ["number"],
  result: "number",
  mayBeBlank: false,
  evaluate: (x) => finiteOrError(Math.exp(x ?? 0)),
});

export const exp = defineBuiltIn({
  name: "EXP",
  parameters: [number("power")],
  result: "number",
  lower: (core, power) => core.call(exponential, power),
});

export const expDocumentation: FunctionDocumentation = {
  summary: "Euler's number *e* to a power.",
  details: "A blank counts as 0. Above about 709.78 the result is out of range, which is an error.",
  parameters: { power: "the power" },
  examples: [
    ["EXP(0)", 1],
    ["EXP(1)", Math.E],
    ["ROUND(EXP({year} / 1000), 3)", 7.538],
    ["EXP({tax})", 1],
    ["EXP({price})", ERROR],
  ],
};
