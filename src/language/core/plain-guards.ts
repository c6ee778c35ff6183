import { ERROR, type Outcome, type Plain } from "../values/plain.ts";

// The lowering gives every operation operands of the types that it states. These functions tell the compiler so, and
// throw if it is not true.

export function asText(value: Plain | undefined): string {
  if (typeof value !== "string") throw new Error("the core was given no text where it needs one");
  return value;
}

/** A date is a number of milliseconds: only the node's type tells dates and numbers apart. */
export function asNumber(value: Plain | undefined): number {
  if (typeof value !== "number") throw new Error("the core was given no number where it needs one");
  return value;
}

export function asTextOrNumber(value: Plain | undefined): string | number {
  return typeof value === "string" ? value : asNumber(value);
}

export function asList(value: Plain | undefined): readonly string[] {
  if (!Array.isArray(value)) throw new Error("the core was given no list where it needs one");
  return value;
}

/** A function of `values` returns `undefined` if its result is an error. */
export function orError(value: Plain | undefined): Outcome {
  return value === undefined ? ERROR : value;
}
