import { defineKernel } from "../../core/kernel.ts";
import { ERROR } from "../../values/plain.ts";
import { defineBuiltIn, type FunctionDocumentation } from "../define.ts";
import { number, optional } from "../function-parameter.ts";
import { finiteOrError } from "./arithmetic.ts";

// A kernel, because the logarithms of database engines differ from JavaScript's in the last bit.
const logarithm = /* @__PURE__ */ defineKernel({
  name: "log",
  parameters: ["number", "number"],
  result: "number",
  mayBeBlank: false,
  evaluate: (x, base) => {
    if (x === null || base === null || x <= 0 || base <= 0) return ERROR;
    switch (base) {
      case 10:
        return finiteOrError(Math.log10(x));
      case 2:
        return finiteOrError(Math.log2(x));
      default:
        return finiteOrError(Math.log(x) / Math.log(base));
    }
  },
});

export const log = defineBuiltIn({
  name: "LOG",
  parameters: [number("number"), optional(number("base"))],
  result: "number",
  lower: (core, x, base = core.number(10)) => core.call(logarithm, x, base),
});

export const logDocumentation: FunctionDocumentation = {
  summary: "The logarithm of a number to a base.",
  details:
    "The number and the base must be above 0, and the base must not be 1; anything else is an error, also a blank, which counts as 0.",
  parameters: { number: "the number", base: "the base; 10 if it is left out" },
  examples: [
    ["LOG(1000)", 3],
    ["LOG(1024, 2)", 10],
    ["ROUND(LOG({price}), 2)", 4.72],
    ["LOG({tax})", ERROR],
    ["LOG(-1)", ERROR],
    ["LOG(8, 1)", ERROR],
  ],
};
