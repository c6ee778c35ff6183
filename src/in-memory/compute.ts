import type { Encoded } from "./encoding.ts";

/**
 * What closures share while one call looks at records. Values are remembered here and not in the closures, so that a
 * function of the caller may ask the same formula again while it is being evaluated.
 */
export class Run {
  readonly now: number;
  /** The number of the record that is looked at: what is remembered counts for this one only. */
  record = 0;
  /** What is remembered, by a number of the node, and the record that it was computed for. */
  readonly values: Encoded[] = [];
  readonly records: number[] = [];

  constructor(now: number) {
    this.now = now;
  }

  /** Goes on to another record. */
  next(): this {
    this.record++;
    return this;
  }
}

/** A value of a record, which is an object of any kind or the number of a row. */
export type Compute<Row, T = Encoded> = (row: Row, run: Run) => T;
export type Test<Row> = Compute<Row, boolean>;
