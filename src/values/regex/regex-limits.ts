/** Bounds on a pattern. They bound the memory of its automaton, and so the cost of each character of a text. */
export const REGEX_LIMITS = Object.freeze({
  /** Longest pattern, in UTF-16 units. */
  length: 1_000,
  /** Deepest nesting of groups. */
  depth: 100,
  /** Highest count in `{n,m}`. */
  repeats: 1_000,
  /** Most steps: characters, sets, anchors, choices and group ends, each as often as counts repeat it. */
  steps: 1_000,
});
