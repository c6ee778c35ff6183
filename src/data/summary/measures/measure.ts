// This folder holds the measures of summaries: one file for each, with its meaning and its documentation.

import type { ValueType } from "../../../language/types/value-type.ts";
import type { Outcome } from "../../../language/values/plain.ts";
import type { Steps } from "../../../util/steps.ts";
import type { GroupCounts } from "../groups/group-counts.ts";
import type { ValueBatch } from "../groups/value-batch.ts";

/** Computes a measure of every group. Groups are numbered from 0. */
export interface Accumulator {
  /** About how many bytes it takes. */
  readonly bytes: number;
  /** Makes room for so many groups. */
  reserve(groups: number): void;
  /**
   * Adds the first `count` values. None of them is an error.
   *
   * @param groups the number of the group of each value
   */
  add(groups: Uint32Array, values: ValueBatch, count: number): void;
  /**
   * Work that adding has put off, in steps; `undefined` if there is none. Nothing may be added before the last step. Whoever
   * never does it gets the same results, later.
   */
  settle?(): Steps | undefined;
  /** Does what has to be done after the last value. */
  finish?(): Steps;
  /** If the records may be divided among several, and what each finds in its part is little. */
  readonly divided?: Divided<unknown>;
  /** The measure of a group, after everything else. */
  result(group: number): Outcome;
}

/** What was found in a part of the records. `structuredClone` copies it. */
export interface Divided<Part> {
  /** What was added to some groups. */
  part(groups: Uint32Array): Part;
  /** Adds to some groups what was found elsewhere. */
  merge(part: Part, groups: Uint32Array): void;
}

/** What an accumulator works with. */
export interface Measured {
  /** The type of the values. */
  readonly type: ValueType;
  /** How many records each group has. */
  readonly records: GroupCounts;
}

/** When a database computes a measure of a field: always, if the values turn out to be whole numbers, or never. */
type InDatabase = "always" | "wholeNumbers" | "never";

/** The definition of a measure. */
export interface Measure {
  readonly name: string;
  /** The types of the values that it takes; none if it is of records, and takes no values. */
  readonly types: readonly ValueType[];
  /** The type of the result. */
  readonly result: (type: ValueType) => ValueType;
  readonly inDatabase: InDatabase;
  readonly accumulate: (measured: Measured) => Accumulator;
}

/** What people read of a measure. */
export interface MeasureDocumentation {
  readonly summary: string;
  /** What it is of no values. */
  readonly ofNone: string;
  /** Why a database does not compute it, or not always. */
  readonly database: string;
}
