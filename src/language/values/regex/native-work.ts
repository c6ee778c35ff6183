import { ALL_CHARACTERS, workOfAll } from "./backtracking.ts";
import { matchesEmpty } from "./program-size.ts";
import { REGEX_LIMITS } from "./regex-limits.ts";
import type { RegexNode } from "./regex-node.ts";
import { isHeldAtStart } from "./regex-shape.ts";

// The native engine starts faster, which matters in short texts, where more attempts do no harm.
const SHORT = 256;
const SHORT_TRIES = 5_000;

/** A longer text could exhaust the native engine's stack, if it has many choices for each character. */
const HELD = 4_096;

/** When JavaScript's own backtracking engine is used, and its work. */
export interface NativeWork {
  /** The maximum length of a text in which it looks for any match; negative if it is never used. */
  readonly longestTest: number;
  /** The maximum length of a text in which it finds the matches; negative if it is never used. */
  readonly longestFind: number;
  /** The maximum number of characters that it examines for each position of a text of this length. */
  readonly tries: (length: number) => number;
}

/**
 * For each position, the native engine may examine at most as many characters as a pattern may have steps, or a few
 * times that in a short text. A match that can only start at the start of the text is tried once.
 *
 * It is not used either if it could find other matches: if the pattern matches the empty text (because V8 also finds
 * that inside characters); or, unless only their existence is asked for, if a group is repeated (because JavaScript
 * clears it before each round).
 */
export function nativeWork(root: RegexNode): NativeWork {
  // The work of a repeat that may have an empty round is unbounded.
  const { factor, power: most } = workOfAll([root], ALL_CHARACTERS).tries;
  const power = isHeldAtStart(root) ? Math.max(0, most - 1) : most;
  const tries = (length: number): number => factor * length ** power;
  const isBounded = power === 0 && factor <= REGEX_LIMITS.steps;
  const longestBounded = most === 0 ? Number.POSITIVE_INFINITY : HELD;
  const longest = isBounded ? longestBounded : tries(SHORT) <= SHORT_TRIES ? SHORT : -1;
  if (longest < 0 || matchesEmpty(root)) return { longestTest: -1, longestFind: -1, tries };
  return { longestTest: longest, longestFind: repeatsGroup(root) ? -1 : longest, tries };
}

function repeatsGroup(node: RegexNode, isRepeated = false): boolean {
  switch (node.kind) {
    case "group":
      return isRepeated || repeatsGroup(node.body, isRepeated);
    case "sequence":
      return node.items.some((item) => repeatsGroup(item, isRepeated));
    case "choice":
      return node.options.some((option) => repeatsGroup(option, isRepeated));
    case "repeat":
      return repeatsGroup(node.body, isRepeated || node.max > 1);
    default:
      return false;
  }
}
