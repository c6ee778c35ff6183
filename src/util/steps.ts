/** Work in short steps: the caller decides whether other work runs between two steps. */
export type Steps<T = void> = Generator<void, T, undefined>;

/** Work in a single step. */
// biome-ignore lint/correctness/useYield: there is no second step
export function* oneStep<T>(work: () => T): Steps<T> {
  return work();
}

/** Runs all steps without a pause; returns the result. */
export function allSteps<T>(steps: Steps<T>): T {
  for (;;) {
    const { done, value } = steps.next();
    if (done === true) return value;
  }
}
