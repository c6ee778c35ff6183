import type { Encoded } from "./encoding.ts";

/** What closures share while one record is looked at. */
export interface Run {
  readonly now: number;
  /** Different for each record, in all runs together. */
  stamp: number;
}

/** A value of a record, which is an object of any kind or the number of a row. */
export type Compute<Row, T = Encoded> = (row: Row, run: Run) => T;
export type Test<Row> = Compute<Row, boolean>;
