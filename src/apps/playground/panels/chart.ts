import type { Field } from "../../../index.ts";
import type { Distribution } from "../distribution/distribution.ts";
import type { Choice } from "./field-choice.ts";

/** A drawing of a distribution. It is drawn anew for other bins or bars, and otherwise changes in its place. */
export interface Chart {
  readonly element: HTMLElement;
  /** Shows other counts; false if they need another drawing. */
  show(distribution: Distribution, choice: Choice | undefined): boolean;
}

/** Is told how a choice changes what is chosen now; without a choice, the earlier one goes. */
export type Choose = (
  field: Field,
  change: (now: Choice | undefined) => Choice | undefined,
) => void;
