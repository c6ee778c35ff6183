import { ERROR, type Outcome } from "../../values/plain.ts";

/**
 * The operations of a numeric function. A function that is written with them serves both the core and a kernel, so the
 * two agree exactly. A `CoreBuilder` implements them for nodes.
 */
export interface Arithmetic<N, C> {
  number(value: number): N;
  add(a: N, b: N): N;
  subtract(a: N, b: N): N;
  multiply(a: N, b: N): N;
  divide(a: N, b: N): N;
  negate(a: N): N;
  abs(a: N): N;
  floor(a: N): N;
  ceiling(a: N): N;
  less(a: N, b: N): C;
  equal(a: N, b: N): C;
  if(condition: C, then: N, otherwise: N): N;
  fail(type: "number"): N;
}

/** The arithmetic of doubles. NaN and the infinities stand for errors until `finiteOrError` replaces them. */
export const FLOATS: Arithmetic<number, boolean> = {
  number: (value) => value,
  add: (a, b) => a + b,
  subtract: (a, b) => a - b,
  multiply: (a, b) => a * b,
  divide: (a, b) => a / b,
  negate: (a) => 0 - a,
  abs: Math.abs,
  floor: Math.floor,
  ceiling: Math.ceil,
  less: (a, b) => a < b,
  equal: (a, b) => a === b,
  if: (condition, then, otherwise) => (condition ? then : otherwise),
  fail: () => Number.NaN,
};

/** A number of the language: `-0` becomes `0`, and a number that is not finite becomes an error. */
export function finiteOrError(value: number): Outcome {
  return Number.isFinite(value) ? value + 0 : ERROR;
}
