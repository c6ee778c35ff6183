import type { Diagnostic } from "../../../language/source/diagnostic.ts";

/** A mistake in the options of a summary. */
export interface SummaryProblem {
  /** The option that it is in. */
  readonly option: "groupBy" | "measures" | "sort" | "limit";
  /** The place in the list of the option. */
  readonly index?: number;
  /** A kebab-case word for programs. */
  readonly code: string;
  /** A sentence for people. */
  readonly message: string;
  /** What to do about it. */
  readonly help?: string;
  /** The formula with the mistakes, if it is one. */
  readonly source?: string;
  /** The mistakes of that formula. */
  readonly diagnostics?: readonly Diagnostic[];
}

/**
 * A summary that cannot be made: `invalid` if its options are wrong, `too-large` if there are more groups or values than
 * are allowed.
 */
export class SummaryError extends Error {
  override readonly name = "SummaryError";
  /** What kind of failure it is. */
  readonly code: "invalid" | "too-large";
  /** The mistakes, if the options are wrong. */
  readonly problems: readonly SummaryProblem[];

  constructor(
    code: "invalid" | "too-large",
    message: string,
    problems: readonly SummaryProblem[] = [],
  ) {
    super(message);
    this.code = code;
    this.problems = problems;
  }
}
