import type { Span } from "../../language/source/span.ts";
import type { SqlValue } from "./sql-fragment.ts";

/** SQL with parameters. `isoform/adapters` makes of it what libraries take that write placeholders themselves. */
export interface SqlText {
  /** The values of the placeholders, in the order of their numbers. */
  readonly params: readonly SqlValue[];
  /** @internal The SQL cut at its placeholders, for tagged templates of other libraries. It has one text more than `values`. */
  readonly strings: readonly string[];
  /** @internal The parameters at the cuts of `strings`, in their order. */
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
