/* The distribution of one field's values, as charts show it. */

/** A number of records: among all, and among the matching ones. */
export interface Counts {
  readonly all: number;
  readonly matching: number;
}

/** A value with the number of its records. */
interface Bar extends Counts {
  readonly value: string | boolean;
}

/** The most frequent values. A list counts in the bar of each of its elements. */
export interface Bars {
  readonly kind: "bars";
  readonly bars: readonly Bar[];
  /** Records with other values; omitted for lists, and if there are none. */
  readonly others?: Counts;
  readonly blanks: Counts;
  /** Records for which a computed field is an error. */
  readonly errors: Counts;
}

/** Numbers, or dates in milliseconds, in bins. */
export interface Histogram {
  readonly kind: "histogram";
  readonly isDate: boolean;
  /** The edges of the bins, ascending, one more than bins. A bin includes its lower edge and excludes its upper one. */
  readonly edges: readonly number[];
  /** The number of all records in each bin. */
  readonly all: readonly number[];
  /** The number of matching records in each bin. */
  readonly matching: readonly number[];
  readonly blanks: Counts;
  readonly errors: Counts;
}

/** The field has too many distinct values for bars. */
interface TooManyValues {
  readonly kind: "too-many-values";
}

export type Distribution = Bars | Histogram | TooManyValues;
