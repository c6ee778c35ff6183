import type { Encoded } from "../../evaluation/encoded-value.ts";
import type { Codes } from "../storage/dictionary.ts";
import type { Numbers } from "../storage/grow.ts";
import type { ColumnTest } from "./column-test.ts";

/** An expression that is 1 or 0 for each row. */
export type Flag =
  | { readonly op: "constant"; readonly value: boolean }
  | { readonly op: "test"; readonly test: ColumnTest }
  | { readonly op: "all" | "any"; readonly parts: readonly Flag[] }
  | { readonly op: "differ"; readonly a: Flag; readonly b: Flag }
  | { readonly op: "not"; readonly part: Flag }
  | {
      readonly op: "compare";
      readonly by: "<" | "<=" | ">" | "===" | "!==";
      readonly x: Quantity;
      readonly y: Quantity;
    };

/** Conditions that must all hold. */
export type Flags = readonly [Flag, ...Flag[]];

/**
 * An expression that is a number for each row: `Infinity` for a blank, `NaN` for an error unless
 * `PartialQuantity.isBare`.
 */
export type Quantity =
  | { readonly op: "constant"; readonly value: number }
  | { readonly op: "column"; readonly values: Numbers }
  | {
      readonly op: "byCode";
      readonly values: Float64Array | readonly Encoded[];
      readonly codes: Codes;
    }
  | { readonly op: "length"; readonly offsets: Uint32Array }
  | {
      readonly op: "arithmetic";
      readonly by: "+" | "-" | "*" | "/";
      readonly x: Quantity;
      readonly y: Quantity;
    }
  | { readonly op: "abs" | "floor" | "sqrt"; readonly x: Quantity }
  | { readonly op: "choose"; readonly when: Flag; readonly x: Quantity; readonly y: Quantity };

/** A quantity, and whether it may be a blank or an error. */
export interface PartialQuantity {
  readonly quantity: Quantity;
  readonly mayBeBlank: boolean;
  readonly mayFail: boolean;
  /** Whether an error may also be `Infinity` or `-Infinity`. Such a quantity is never blank. */
  readonly isBare: boolean;
}

/** The encoding of a blank, and of an infinite error. */
export const INFINITE: Quantity = { op: "constant", value: Number.POSITIVE_INFINITY };
export const NO_NUMBER: Quantity = { op: "constant", value: Number.NaN };
const ZERO: Quantity = { op: "constant", value: 0 };

export function noErrors(...values: readonly PartialQuantity[]): readonly Flag[] {
  return values.filter(({ mayFail }) => mayFail).map((value) => noErrorFlag(value, true));
}

export function hasInfiniteErrors({ isBare, mayFail }: PartialQuantity): boolean {
  return isBare && mayFail;
}

/** The same quantity with every error as `NaN`. */
export function settled(value: PartialQuantity): PartialQuantity {
  if (!hasInfiniteErrors(value)) return value;
  const when = noErrorFlag(value, true);
  const quantity = { op: "choose", when, x: value.quantity, y: NO_NUMBER } as const;
  return { ...value, quantity, isBare: false };
}

/** A flag that is 1 for values that are not errors if `wanted`, otherwise for errors. */
export function noErrorFlag({ quantity, isBare }: PartialQuantity, wanted: boolean): Flag {
  const by = wanted ? "===" : "!==";
  if (!isBare) return { op: "compare", by, x: quantity, y: quantity };
  // `x - x` is 0 only for a finite `x`.
  const difference: Quantity = { op: "arithmetic", by: "-", x: quantity, y: quantity };
  return { op: "compare", by, x: difference, y: ZERO };
}

/** The quantity, or a blank if an operand is blank and none is an error. */
export function blankWith(operands: readonly PartialQuantity[], quantity: Quantity): Quantity {
  const blank = operands
    .filter(({ mayBeBlank, isBare }) => mayBeBlank && !isBare)
    .map((operand): Flag => ({ op: "compare", by: "===", x: operand.quantity, y: INFINITE }));
  if (blank.length === 0) return quantity;
  const sound = noErrors(...operands);
  const unless: Quantity =
    sound.length === 0
      ? INFINITE
      : { op: "choose", when: { op: "all", parts: sound }, x: INFINITE, y: NO_NUMBER };
  return { op: "choose", when: { op: "any", parts: blank }, x: unless, y: quantity };
}
