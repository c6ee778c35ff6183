import type { Encoded } from "./encoding.ts";
import type { RowObject } from "./read.ts";

/** What closures share while one record is looked at. */
export interface Run {
  readonly now: number;
  /** Different for each record, in all runs together. */
  stamp: number;
}

export type Compute<T = Encoded> = (row: RowObject, run: Run) => T;
export type Test = Compute<boolean>;
