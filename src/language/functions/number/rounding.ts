import type { CoreBuilder } from "../../core/builder.ts";
import { defineKernel, type Kernel } from "../../core/kernel.ts";
import type { CoreNode } from "../../core/node.ts";
import { pow10 } from "../../values/number/index.ts";
import { type Arithmetic, FLOATS, finiteOrError } from "./arithmetic.ts";

export type Rounding = "nearest" | "down" | "up";

/**
 * The largest double below 0.5. For every `y` from 0 to 2^53, `floor(y + ALMOST_HALF)` is exactly `y` rounded with
 * halves up. Adding 0.5 itself would round 0.49999999999999994 to 1, and add 1 to every odd number from 2^52 on.
 */
const ALMOST_HALF = 0.5 - 2 ** -54;
/** From this number on, all doubles are whole numbers. */
const WHOLE_FROM = 2 ** 53;
/**
 * Below this number, the scaled number is less than 1 away from the exact whole number, so that whole number is the
 * floor or the ceiling of the scaled one.
 */
const BRACKETED_BELOW = 2 ** 52;
const MOST_DIGITS = 308;

/**
 * Rounds `x` to `digits` digits after the point, or before it if `digits` is negative. "down" is toward zero, "up" is
 * away from zero, and "nearest" rounds halves away from zero. The pages of ROUND, ROUNDDOWN and ROUNDUP specify these
 * formulas exactly.
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
  const nearest = (y: N): N => arithmetic.floor(arithmetic.add(y, arithmetic.number(ALMOST_HALF)));
  if (shift === 0) {
    if (rounding === "nearest") return signed(nearest(size));
    return signed(rounding === "down" ? arithmetic.floor(size) : arithmetic.ceiling(size));
  }

  const scale = pow10(Math.abs(shift));
  const factor = arithmetic.number(scale);
  const scaled = (y: N): N =>
    shift > 0 ? arithmetic.multiply(y, factor) : arithmetic.divide(y, factor);
  const unscaled = (whole: N): N =>
    shift > 0 ? arithmetic.divide(whole, factor) : arithmetic.multiply(whole, factor);
  /** A number that is too large to have such digits is unchanged. */
  const below = (wholes: number, rounded: N): N => {
    const limit = shift > 0 ? wholes / scale : wholes * scale;
    if (limit === Number.POSITIVE_INFINITY) return rounded;
    return arithmetic.if(arithmetic.less(size, arithmetic.number(limit)), rounded, x);
  };
  if (rounding === "nearest") return below(WHOLE_FROM, signed(unscaled(nearest(scaled(size)))));

  // Round up before dividing: a hundredth of the smallest double is 0, which would stay 0.
  const y = scaled(rounding === "up" && shift < 0 ? arithmetic.ceiling(size) : size);
  const [chosen, other] =
    rounding === "down"
      ? [arithmetic.floor(y), arithmetic.ceiling(y)]
      : [arithmetic.ceiling(y), arithmetic.floor(y)];
  // A number that has only such digits is unchanged. The test is needed because 1.1 * 100 is more than 110, so 1.1
  // would be rounded up. Rounding down before the point compares halves, because the multiple above the largest numbers
  // is out of range. Half of the smallest double is 0, so it is subtracted.
  const hasSuchDigits =
    shift > 0 || rounding === "up"
      ? arithmetic.equal(unscaled(other), size)
      : arithmetic.equal(
          arithmetic.multiply(other, arithmetic.number(scale / 2)),
          arithmetic.subtract(size, arithmetic.divide(size, arithmetic.number(2))),
        );
  return below(BRACKETED_BELOW, arithmetic.if(hasSuchDigits, x, signed(unscaled(chosen))));
}

/* @__NO_SIDE_EFFECTS__ */
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

/** Lowers ROUND, ROUNDDOWN and ROUNDUP: to arithmetic if the digits are a literal, otherwise to a kernel. */
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
