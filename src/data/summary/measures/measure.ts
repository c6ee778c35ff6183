// This folder holds the measures of summaries, one per file, with their documentation.

import type { ValueType } from "../../../language/types/value-type.ts";
import type { Outcome } from "../../../language/values/plain.ts";
import type { Steps } from "../../../util/steps.ts";
import type { GroupCounts } from "../groups/group-counts.ts";
import type { ValueBatch } from "../groups/value-batch.ts";

/** Computes a measure for every group. Groups are numbered from 0. */
export interface Accumulator {
  /** The approximate memory in bytes. */
  readonly bytes: number;
  /** Makes room for a number of groups. */
  reserve(groups: number): void;
  /**
   * Adds the first `count` values. None of them is an error.
   *
   * @param groups the group number of each value
   */
  add(groups: Uint32Array, values: ValueBatch, count: number): void;
  /**
   * Deferred work, in steps; `undefined` if there is none. Add nothing before the last step. Without calls of `settle`,
   * the results are the same but come later.
   */
  settle?(): Steps | undefined;
  /** Work after the last value. */
  finish?(): Steps;
  /** Support for parallel execution, if partial results are small. */
  readonly divided?: Divided<unknown>;
  /** The measure of a group, after `finish`. */
  result(group: number): Outcome;
}

/** A mergeable partial result. `structuredClone` copies it. */
export interface Divided<Part> {
  /** The partial result of some groups. */
  part(groups: Uint32Array): Part;
  /** Merges a partial result into some groups. */
  merge(part: Part, groups: Uint32Array): void;
}

/** The context of an accumulator. */
export interface Measured {
  /** The type of the values. */
  readonly type: ValueType;
  /** The number of records in each group. */
  readonly records: GroupCounts;
}

/** Whether a database computes a measure of a field: always, only if the values turn out to be integers, or never. */
type InDatabase = "always" | "wholeNumbers" | "never";

export interface Measure {
  readonly name: string;
  /** The accepted types of values; empty if the measure counts records and takes no values. */
  readonly types: readonly ValueType[];
  /** The type of the result. */
  readonly result: (type: ValueType) => ValueType;
  readonly inDatabase: InDatabase;
  readonly accumulate: (measured: Measured) => Accumulator;
}

/** The documentation of a measure. */
export interface MeasureDocumentation {
  readonly summary: string;
  /** The result for a group without values. */
  readonly ofNone: string;
  /** Why a database does not compute it, or not always. */
  readonly database: string;
}
