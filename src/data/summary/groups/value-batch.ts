import type { Encoded } from "../../../backends/evaluation/encoded-value.ts";
import type { ValueType } from "../../../language/types/value-type.ts";

/** Encoded values: numbers and dates in typed arrays, all others in arrays. */
export type ValueBatch = Float64Array | Encoded[];

/** The most records in a batch. */
export const BATCH = 4096;

/** Allocates a buffer for the values of a batch. */
export function valuesOf(type: ValueType): ValueBatch {
  return type === "number" || type === "date"
    ? new Float64Array(BATCH)
    : new Array<Encoded>(BATCH).fill("");
}
