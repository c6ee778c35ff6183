import { ALL_CHARACTERS, workOfAll } from "./backtracking.ts";
import { matchesEmpty } from "./program-size.ts";
import { REGEX_LIMITS } from "./regex-limits.ts";
import type { RegexNode } from "./regex-node.ts";

// The native engine starts faster, which matters in short texts, where more attempts do no harm.
const SHORT = 256;
const SHORT_TRIES = 5_000;

/** When JavaScript's own backtracking engine is used, and its work. */
export interface NativeWork {
  /** The maximum length of a text for which it is used; negative if it is never used. */
  readonly longest: number;
  /** The maximum number of characters that it examines from one position of a text of this length. */
  readonly tries: (length: number) => number;
}

/**
 * From any position, the native engine may examine at most as many characters as a pattern may have steps, or a few
 * times that in a short text.
 *
 * It is not used either if its matches could differ: if a repeat may have an empty round, if a group is repeated
 * (because JavaScript clears it before each round), or if the pattern matches the empty text (because V8 also finds
 * that inside characters).
 */
export function nativeWork(root: RegexNode): NativeWork {
  if (matchesEmpty(root) || isReadDifferently(root)) return NEVER;
  const { factor, power } = workOfAll([root], ALL_CHARACTERS).tries;
  const tries = (length: number): number => factor * length ** power;
  if (power === 0 && factor <= REGEX_LIMITS.steps) {
    return { longest: Number.POSITIVE_INFINITY, tries };
  }
  return tries(SHORT) <= SHORT_TRIES ? { longest: SHORT, tries } : NEVER;
}

const NEVER: NativeWork = { longest: -1, tries: () => 0 };

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
