import { type BoundParameters, NOTHING_BOUND } from "./bound.ts";
import type { Encoded } from "./encoded-value.ts";

/**
 * The state that closures share during one call. Values are remembered here and not in the closures, so that a custom
 * function may evaluate the same formula again while it is being evaluated.
 */
export class Run {
  readonly now: number;
  /** The encoded values of the parameters, by their places, and the same as limits. */
  readonly bound: readonly Encoded[];
  readonly limits: readonly number[];
  /** The number of the current record; a value remembered for another record does not count. */
  record = 0;
  /** The remembered values, by a number that the node has, and the record that each was computed for. */
  readonly values: Encoded[] = [];
  readonly records: number[] = [];

  constructor(now: number, { values, limits }: BoundParameters = NOTHING_BOUND) {
    this.now = now;
    this.bound = values;
    this.limits = limits;
  }

  /** Goes on to the next record. */
  next(): this {
    this.record++;
    return this;
  }
}

/** Computes a value of a record, which is an object of any kind or the number of a row. */
export type Compute<Row, T = Encoded> = (row: Row, run: Run) => T;
export type Test<Row> = Compute<Row, boolean>;
