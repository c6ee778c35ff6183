import type { Diagnostic } from "../../../language/source/diagnostic.ts";

/** A mistake in the options of a summary. */
export interface SummaryProblem {
  /** The option with the mistake. */
  readonly option: "groupBy" | "measures" | "sort" | "limit";
  /** The index in the option's array. */
  readonly index?: number;
  /** A stable kebab-case code. */
  readonly code: string;
  /** A message for people. */
  readonly message: string;
  /** How to fix it. */
  readonly help?: string;
  /** The source of the formula with mistakes, if there is one. */
  readonly source?: string;
  /** The diagnostics of that formula. */
  readonly diagnostics?: readonly Diagnostic[];
}

/**
 * A summary that cannot be computed: `invalid` if its options are wrong, `too-large` if there are too many groups or
 * values.
 */
export class SummaryError extends Error {
  override readonly name = "SummaryError";
  /** The kind of failure. */
  readonly code: "invalid" | "too-large";
  /** The mistakes, if the options are invalid. */
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
