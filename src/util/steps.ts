/** Work in steps, of which each takes a short time: the caller decides when other work runs between two steps. */
export type Steps<T = void> = Generator<void, T, undefined>;

/** The result of all steps at once. */
export function allSteps<T>(steps: Steps<T>): T {
  for (;;) {
    const { done, value } = steps.next();
    if (done === true) return value;
  }
}
