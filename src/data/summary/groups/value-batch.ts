import type { Encoded } from "../../../backends/evaluation/encoded-value.ts";
import type { ValueType } from "../../../language/types/value-type.ts";

/** Encoded values: numbers and dates in typed arrays, all others in arrays. */
export type ValueBatch = Float64Array | Encoded[];

/** Records are worked on in batches of at most this many. */
export const BATCH = 4096;

/** A buffer for the values of a batch. */
export function valuesOf(type: ValueType): ValueBatch {
  return type === "number" || type === "date"
    ? new Float64Array(BATCH)
    : new Array<Encoded>(BATCH).fill("");
}
