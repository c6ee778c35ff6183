import type { Span } from "../../../language/source/span.ts";

/** A line of a tree, which is a list of lines: the parts of a line follow it, one level deeper. */
export interface TreeRow {
  /** How many lines are above it. */
  readonly depth: number;
  /** What it is. */
  readonly label: string;
  /** Its value, or what else is known of it. */
  readonly detail?: string;
  /** Where it stands in the formula; left out if it stands nowhere. */
  readonly span?: Span;
  /** How the value counts. */
  readonly tone?: "true" | "false" | "blank" | "error";
  /** Whether it decided the value of the whole. */
  readonly decides?: boolean;
}
