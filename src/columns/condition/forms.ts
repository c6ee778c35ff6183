import type { Encoded } from "../../in-memory/encoding.ts";
import type { Codes } from "../storage/dictionary.ts";
import type { Numbers } from "../storage/grow.ts";
import type { ColumnTest } from "./column-test.ts";

/** A value that is 1 or 0 for each row. */
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

/** A value that is a number for each row: `Infinity` for a blank, `NaN` for an error unless `Known.isBare`. */
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
export interface Known {
  readonly quantity: Quantity;
  readonly mayBeBlank: boolean;
  readonly mayFail: boolean;
  /** Whether an error may be `Infinity` or `-Infinity`, too; then the quantity is never blank. */
  readonly isBare: boolean;
}

/** A blank, and an error. */
export const INFINITE: Quantity = { op: "constant", value: Number.POSITIVE_INFINITY };
export const NO_NUMBER: Quantity = { op: "constant", value: Number.NaN };
