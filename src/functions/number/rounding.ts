import type { CoreBuilder } from "../../core/builder.ts";
import { defineKernel, type Kernel } from "../../core/kernel.ts";
import type { CoreNode } from "../../core/node.ts";
import { pow10 } from "../../values/number/index.ts";
import { type Arithmetic, FLOATS, finiteOrError } from "./arithmetic.ts";

export type Rounding = "nearest" | "down" | "up";

/**
 * The double below 0.5. For every `y` from 0 to 2^53, `floor(y + ALMOST_HALF)` is `y` rounded with halves up,
 * exactly; adding 0.5 itself would lift 0.49999999999999994 to 1 and every odd number from 2^52 on by 1.
 */
const ALMOST_HALF = 0.5 - 2 ** -54;
/** From here on a double has no digits after the unit. */
const WHOLE_FROM = 2 ** 53;
const MOST_DIGITS = 308;

/** The whole number beside a number that is not negative. */
function toWhole<N, C>(arithmetic: Arithmetic<N, C>, y: N, rounding: Rounding): N {
  switch (rounding) {
    case "nearest":
      return arithmetic.floor(arithmetic.add(y, arithmetic.number(ALMOST_HALF)));
    case "down":
      return arithmetic.floor(y);
    case "up":
      return arithmetic.ceiling(y);
  }
}

/**
 * `x` at `digits` digits after the point, before it where negative. Down is toward zero and up away from it, and
 * halves go up. A number that already is the double nearest to a decimal of so many digits stays as it is: 1.1 is no
 * more than 1.10, although 1.1 * 100 is more than 110.
 */
function roundTo<N, C>(arithmetic: Arithmetic<N, C>, x: N, digits: number, rounding: Rounding): N {
  const shift = Math.trunc(digits);
  const zero = arithmetic.number(0);
  if (shift > MOST_DIGITS) return x;
  if (shift < -MOST_DIGITS) {
    return rounding === "up"
      ? arithmetic.if(arithmetic.equal(x, zero), x, arithmetic.fail("number"))
      : arithmetic.multiply(x, zero);
  }

  const size = arithmetic.abs(x);
  const signed = (rounded: N): N =>
    arithmetic.if(arithmetic.less(x, zero), arithmetic.negate(rounded), rounded);
  if (shift === 0) return signed(toWhole(arithmetic, size, rounding));

  const scale = pow10(Math.abs(shift));
  const factor = arithmetic.number(scale);
  const scaled = shift > 0 ? arithmetic.multiply(size, factor) : arithmetic.divide(size, factor);
  const unscale = (whole: N): N =>
    shift > 0 ? arithmetic.divide(whole, factor) : arithmetic.multiply(whole, factor);
  const rounded = signed(unscale(toWhole(arithmetic, scaled, rounding)));
  // Only a product can step over the whole number it should be: a multiple of a power of ten divides by it exactly.
  const settled =
    rounding === "nearest" || shift < 0
      ? rounded
      : arithmetic.if(
          arithmetic.equal(unscale(toWhole(arithmetic, scaled, "nearest")), size),
          x,
          rounded,
        );
  const limit = shift > 0 ? WHOLE_FROM / scale : WHOLE_FROM * scale;
  if (limit === Number.POSITIVE_INFINITY) return settled;
  return arithmetic.if(arithmetic.less(size, arithmetic.number(limit)), settled, x);
}

function roundingKernel(name: string, rounding: Rounding): Kernel {
  return defineKernel({
    name,
    parameters: ["number", "number"],
    result: "number",
    mayBeBlank: false,
    evaluate: (x, digits) => finiteOrError(roundTo(FLOATS, x ?? 0, digits ?? 0, rounding)),
  });
}

const KERNELS: { readonly [R in Rounding]: Kernel } = {
  nearest: roundingKernel("round", "nearest"),
  down: roundingKernel("roundDown", "down"),
  up: roundingKernel("roundUp", "up"),
};

/** ROUND, ROUNDDOWN and ROUNDUP: pure arithmetic where the digits are known beforehand. */
export function lowerRounding(
  core: CoreBuilder,
  x: CoreNode,
  digits: CoreNode | undefined,
  rounding: Rounding,
): CoreNode {
  if (digits === undefined) return roundTo(core, x, 0, rounding);
  if (digits.op === "literal" && typeof digits.data === "number") {
    return roundTo(core, x, digits.data, rounding);
  }
  return core.call(KERNELS[rounding], x, digits);
}
