import type { Field } from "../../../index.ts";
import type { Distribution } from "../distribution/distribution.ts";
import type { Choice } from "./field-choice.ts";

/** A chart of a distribution. It is redrawn for other bins or bars, and otherwise updated in place. */
export interface Chart {
  readonly element: HTMLElement;
  /** Updates the counts in place; returns false if the chart has to be redrawn. */
  show(distribution: Distribution, choice: Choice | undefined): boolean;
}

/** Called with a function that changes the current selection; the function returns `undefined` to clear it. */
export type Choose = (
  field: Field,
  change: (now: Choice | undefined) => Choice | undefined,
) => void;
