import type { Span } from "../../language/source/span.ts";
import type { SqlValue } from "./sql-fragment.ts";

/** The parameters of SQL, in both forms that libraries take. */
export interface SqlText {
  readonly params: readonly SqlValue[];
  /** The SQL cut at its placeholders, for tagged templates of other libraries. It has one text more than `values`. */
  readonly strings: readonly string[];
  /** The parameters at the cuts of `strings`, in their order. */
  readonly values: readonly SqlValue[];
}

/** A part of a formula. Of a filter, it is one of several conditions, which all have to hold. */
export interface SqlPart {
  /** The text of the part in the formula; `undefined` if it does not come from one place. */
  readonly text: string | undefined;
  /** The place of the part in the formula. */
  readonly span: Span | undefined;
  /** Who decides it: the database, memory, or memory among the records that the database lets through. */
  readonly runs: "database" | "memory" | "both";
  /** Its SQL, without the values of parameters, if the database decides it alone. */
  readonly where: string | undefined;
  /** Its SQL, if the database decides it in part: TRUE for each record that meets the condition, and for others. */
  readonly prefilter: string | undefined;
  /** The reasons why the database does not decide it alone. */
  readonly reasons: readonly string[];
}
