import type { Field } from "../../../language/schema/index.ts";

/** A value with the number of its records. */
export interface ValueCount {
  /** `null` for a blank, `ERROR` for an error. */
  readonly value: unknown;
  readonly count: number;
}

/** The queries that a distribution needs. Every call rejects if the signal aborts. */
export interface GroupsSource {
  /** Measures of the records that match a formula, or of all without one, in order. A date is a `Date` or a string. */
  measures(
    measures: readonly string[],
    filter: string | undefined,
    signal: AbortSignal,
  ): Promise<readonly unknown[]>;
  /**
   * The most frequent values of a field, or elements of a list, among all records, in descending frequency; `undefined`
   * if there are too many distinct ones.
   */
  frequent(
    field: Field,
    limit: number,
    signal: AbortSignal,
  ): Promise<readonly ValueCount[] | undefined>;
  /** For each of some values, the number of matching records. */
  countsOf(
    field: Field,
    values: readonly (string | boolean)[],
    filter: string,
    signal: AbortSignal,
  ): Promise<readonly number[]>;
  /** The frequency of each value of a formula, among all records or those that match another formula. */
  valuesOf(
    formula: string,
    filter: string | undefined,
    signal: AbortSignal,
  ): Promise<readonly ValueCount[]>;
}
