import type { Plain } from "../values/plain.ts";

// The lowering gives every operation operands of the types it states; these say so to the compiler
// and stop at once where it was broken.

export function asText(value: Plain | undefined): string {
  if (typeof value !== "string") throw new Error("the core was given no text where it needs one");
  return value;
}

/** Dates are numbers of milliseconds: only a node's type tells them apart. */
export function asNumber(value: Plain | undefined): number {
  if (typeof value !== "number") throw new Error("the core was given no number where it needs one");
  return value;
}

export function asList(value: Plain | undefined): readonly string[] {
  if (!Array.isArray(value)) throw new Error("the core was given no list where it needs one");
  return value;
}
