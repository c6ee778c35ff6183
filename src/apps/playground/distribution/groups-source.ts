import type { Field } from "../../../language/schema/index.ts";

/** A value with how many records have it. */
export interface ValueCount {
  /** `null` for a blank, `ERROR` for an error. */
  readonly value: unknown;
  readonly count: number;
}

/** What a distribution asks of records. All calls reject if the signal aborts. */
export interface GroupsSource {
  /** Measures of the records that a formula returns, without one of all, in their order. A date is a `Date` or its text. */
  measures(
    measures: readonly string[],
    filter: string | undefined,
    signal: AbortSignal,
  ): Promise<readonly unknown[]>;
  /**
   * The most frequent values of a field, or elements of a list, of all records, the most frequent first; `undefined` if there are too
   * many different ones.
   */
  frequent(
    field: Field,
    limit: number,
    signal: AbortSignal,
  ): Promise<readonly ValueCount[] | undefined>;
  /** How many records that a formula returns have each of some values. */
  countsOf(
    field: Field,
    values: readonly (string | boolean)[],
    filter: string,
    signal: AbortSignal,
  ): Promise<readonly number[]>;
  /** How often a formula has each of its values, among all records or those that another formula returns. */
  valuesOf(
    formula: string,
    filter: string | undefined,
    signal: AbortSignal,
  ): Promise<readonly ValueCount[]>;
}
