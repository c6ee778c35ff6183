import { ALL_CHARACTERS, workOfAll } from "./backtracking.ts";
import { matchesEmpty } from "./program-size.ts";
import { REGEX_LIMITS } from "./regex-limits.ts";
import type { RegexNode } from "./regex-node.ts";

// The native engine's head start counts in short texts, and more tries do no harm there.
const SHORT = 256;
const SHORT_TRIES = 5_000;

/**
 * How long a text may be for JavaScript's own engine, which turns back, to look at no more characters from
 * any place than our engine may have steps, a few times that in a short text, and to find the same; below 0
 * if it never does.
 *
 * It would find something else if a repeat has an empty round, if a group is repeated, which JavaScript clears
 * before each round, or if the empty text matches: V8 finds that inside characters too.
 */
export function longestNativeText(root: RegexNode): number {
  if (matchesEmpty(root) || isReadDifferently(root)) return -1;
  const { factor, power } = workOfAll([root], ALL_CHARACTERS).tries;
  if (power === 0 && factor <= REGEX_LIMITS.steps) return Number.POSITIVE_INFINITY;
  return factor * SHORT ** power <= SHORT_TRIES ? SHORT : -1;
}

function isReadDifferently(node: RegexNode, isRepeated = false): boolean {
  switch (node.kind) {
    case "group":
      return isRepeated || isReadDifferently(node.body, isRepeated);
    case "sequence":
      return node.items.some((item) => isReadDifferently(item, isRepeated));
    case "choice":
      return node.options.some((option) => isReadDifferently(option, isRepeated));
    case "repeat":
      return matchesEmpty(node.body) || isReadDifferently(node.body, isRepeated || node.max > 1);
    default:
      return false;
  }
}
