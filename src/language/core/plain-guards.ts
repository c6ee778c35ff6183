import { ERROR, type Outcome, type Plain } from "../values/plain.ts";

// Lowering guarantees the types of operands. These functions narrow the types for the compiler, and throw if the
// guarantee is broken.

export function asText(value: Plain | undefined): string {
  if (typeof value !== "string") throw new Error("the operand is not a text");
  return value;
}

/** A date is a number of milliseconds: only the node's type distinguishes dates from numbers. */
export function asNumber(value: Plain | undefined): number {
  if (typeof value !== "number") throw new Error("the operand is not a number");
  return value;
}

export function asTextOrNumber(value: Plain | undefined): string | number {
  return typeof value === "string" ? value : asNumber(value);
}

export function asList(value: Plain | undefined): readonly string[] {
  if (!Array.isArray(value)) throw new Error("the operand is not a list");
  return value;
}

/** Converts the `undefined` that functions of `values` return for errors. */
export function orError(value: Plain | undefined): Outcome {
  return value === undefined ? ERROR : value;
}
