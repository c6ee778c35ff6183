/** The position of a match in a text, in UTF-16 units. */
export interface RegexMatch {
  readonly start: number;
  /** The offset after its last unit. */
  readonly end: number;
  /** The last text matched by each group; `undefined` for a group that did not participate. */
  readonly groups: readonly (string | undefined)[];
}

/** Counts the work of a search, so that a test can bound it without a clock. */
export interface StepCounter {
  steps: number;
}
