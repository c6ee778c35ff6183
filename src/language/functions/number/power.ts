import { defineKernel } from "../../core/kernel.ts";
import { ERROR } from "../../values/plain.ts";
import { defineBuiltIn, type FunctionDocumentation } from "../define.ts";
import { number } from "../function-parameter.ts";
import { type Arithmetic, FLOATS, finiteOrError } from "./arithmetic.ts";

const MOST_FACTORS = 8;

function isFactorCount(exponent: number): boolean {
  return Number.isInteger(exponent) && exponent >= 0 && exponent <= MOST_FACTORS;
}

/** `x` to a small positive whole power, as a product from left to right. */
function product<N, C>(arithmetic: Arithmetic<N, C>, x: N, factors: number): N {
  let result = x;
  for (let taken = 1; taken < factors; taken++) result = arithmetic.multiply(result, x);
  return result;
}

// A kernel, because beyond small whole powers the engines differ from JavaScript in the last bit.
const powerKernel = /* @__PURE__ */ defineKernel({
  name: "power",
  parameters: ["number", "number"],
  result: "number",
  mayBeBlank: false,
  evaluate: (x, exponent) => {
    const base = x ?? 0;
    const power = exponent ?? 0;
    if (power === 0) return 1;
    return finiteOrError(isFactorCount(power) ? product(FLOATS, base, power) : base ** power);
  },
});

export const power = defineBuiltIn({
  name: "POWER",
  parameters: [number("base"), number("exponent")],
  result: "number",
  lower: (core, base, exponent) => {
    if (
      exponent.op === "literal" &&
      typeof exponent.data === "number" &&
      isFactorCount(exponent.data)
    ) {
      const one = core.number(1);
      // This `if` with equal branches is needed: it is an error if the base is one.
      if (exponent.data === 0) return core.if(core.isBlank(base), one, one);
      return product(core, base, exponent.data);
    }
    return core.call(powerKernel, base, exponent);
  },
});

export const powerDocumentation: FunctionDocumentation = {
  summary: "A number to a power.",
  details:
    "Whole powers up to 8 are products: `POWER(x, 3)` is `x * x * x`. Any number to the power 0 is 1. A blank counts as 0. These are errors: 0 to a negative power, a negative number to a fraction, and a result out of range.",
  parameters: { base: "the number", exponent: "the power" },
  examples: [
    ["POWER(2, 3)", 8],
    ["POWER(9, 0.5)", 3],
    ["POWER({year}, 2)", 4_080_400],
    ["POWER({tax}, 2)", 0],
    ["POWER(5, {tax})", 1],
    ["POWER(0, -1)", ERROR],
    ["POWER(-8, 0.5)", ERROR],
  ],
};
