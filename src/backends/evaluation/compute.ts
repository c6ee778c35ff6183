import { type BoundParameters, NOTHING_BOUND } from "./bound.ts";
import type { Encoded } from "./encoded-value.ts";

/**
 * The state that closures share during one call. Values are memoised here and not in the closures, so that evaluation
 * is re-entrant: a custom function may evaluate the same formula.
 */
export class Run {
  readonly now: number;
  /** The encoded values of the parameters, by index. */
  readonly bound: readonly Encoded[];
  /** The number of the current record; values memoised for other records are stale. */
  record = 0;
  /** The memoised values, by the slot of the node, and the record that each was computed for. */
  readonly values: Encoded[] = [];
  readonly records: number[] = [];

  constructor(now: number, { values }: BoundParameters = NOTHING_BOUND) {
    this.now = now;
    this.bound = values;
  }

  /** Advances to the next record. */
  next(): this {
    this.record++;
    return this;
  }
}

/** Computes a value of a row: an object, or the number of a row in columns. */
export type Compute<Row, T = Encoded> = (row: Row, run: Run) => T;
export type Test<Row> = Compute<Row, boolean>;
