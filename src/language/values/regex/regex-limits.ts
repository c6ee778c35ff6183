/** Limits of a pattern. They bound the memory of its automaton, and so the cost of each character of a text. */
export const REGEX_LIMITS = /* @__PURE__ */ Object.freeze({
  /** The maximum length of a pattern, in UTF-16 units. */
  length: 1_000,
  /** The maximum nesting depth of groups. */
  depth: 100,
  /** The maximum count in `{n,m}`. */
  repeats: 1_000,
  /** The maximum number of steps: characters, sets, anchors, choices and group ends, multiplied by repeat counts. */
  steps: 1_000,
});
