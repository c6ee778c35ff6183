import type { Span } from "../../language/source/span.ts";
import type { SqlValue } from "./sql-fragment.ts";

/** The parameters of SQL, in both forms that libraries take. */
export interface SqlText {
  readonly params: readonly SqlValue[];
  /**
   * The SQL split at its placeholders, for tagged templates of other libraries. It has one element more than `values`.
   */
  readonly strings: readonly string[];
  /** The parameters between the elements of `strings`, in order. */
  readonly values: readonly SqlValue[];
}

/** A part of a formula. A filter is divided into conditions that must all hold. */
export interface SqlPart {
  /** The part's source text; `undefined` if it has no single span. */
  readonly text: string | undefined;
  /** The span of the part in the formula. */
  readonly span: Span | undefined;
  /** Where it is evaluated: in the database, in memory, or in memory for the records that the database lets through. */
  readonly runs: "database" | "memory" | "both";
  /** Its SQL, without the values of parameters, if the database evaluates it completely. */
  readonly where: string | undefined;
  /** Its SQL, if the database evaluates it in part: TRUE for each record that meets the condition, and for others. */
  readonly prefilter: string | undefined;
  /** The reasons why the database does not evaluate it completely. */
  readonly reasons: readonly string[];
}
