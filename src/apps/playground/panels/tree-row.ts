import type { Span } from "../../../language/source/span.ts";

/** A line of a tree in preorder: the children of a line follow it, one level deeper. */
export interface TreeRow {
  /** The nesting level. */
  readonly depth: number;
  readonly label: string;
  /** Its value or another attribute. */
  readonly detail?: string;
  /** Its span in the formula; omitted if it has none. */
  readonly span?: Span;
  /** The kind of the value. */
  readonly tone?: "true" | "false" | "blank" | "error";
  /** Whether it decided the value of the whole formula. */
  readonly decides?: boolean;
}
