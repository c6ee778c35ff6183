/* How the values of one field are spread over records: what the picture shows. */

/** How many records there are of something: among all, and among those that a formula returns. */
export interface Counts {
  readonly all: number;
  readonly matching: number;
}

/** A value of a field, with its records. */
interface Bar extends Counts {
  readonly value: string | boolean;
}

/** The most frequent values. A list counts in the bar of each of its elements. */
interface Bars {
  readonly kind: "bars";
  readonly bars: readonly Bar[];
  /** Records with other values; left out if there are none, and of lists. */
  readonly others?: Counts;
  readonly blanks: Counts;
  /** Records for which a computed field is an error. */
  readonly errors: Counts;
}

/** Numbers, or dates in milliseconds, in bins. */
export interface Histogram {
  readonly kind: "histogram";
  readonly isDate: boolean;
  /** The bounds of the bins, ascending, one more than there are bins. A bin has its lower bound, and not its upper one. */
  readonly edges: readonly number[];
  /** For each bin: its records, of all. */
  readonly all: readonly number[];
  /** For each bin: its records, of those that match. */
  readonly matching: readonly number[];
  readonly blanks: Counts;
  readonly errors: Counts;
}

/** The field has so many different values that no bar would say anything. */
interface TooManyValues {
  readonly kind: "too-many-values";
}

export type Distribution = Bars | Histogram | TooManyValues;
