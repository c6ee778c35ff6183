/** Where a match lies, in UTF-16 units. */
export interface RegexMatch {
  readonly start: number;
  /** One past its last unit. */
  readonly end: number;
  /** What each group last took, the first group first; `undefined` for one that took no part. */
  readonly groups: readonly (string | undefined)[];
}

/** Counts the work of a search, so that a test can bound it without a clock. */
export interface StepCounter {
  steps: number;
}
