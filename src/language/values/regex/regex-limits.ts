/** Limits of a pattern. They bound the memory of its automaton, and so the cost of each character of a text. */
export const REGEX_LIMITS = /* @__PURE__ */ Object.freeze({
  /** The longest pattern, in UTF-16 units. */
  length: 1_000,
  /** The deepest nesting of groups. */
  depth: 100,
  /** The highest count in `{n,m}`. */
  repeats: 1_000,
  /** The most steps: characters, sets, anchors, choices and group ends, each as often as counts repeat it. */
  steps: 1_000,
});
