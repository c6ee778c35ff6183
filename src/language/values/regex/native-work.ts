import { ALL_CHARACTERS, workOfAll } from "./backtracking.ts";
import { matchesEmpty } from "./program-size.ts";
import { REGEX_LIMITS } from "./regex-limits.ts";
import type { RegexNode } from "./regex-node.ts";

// The native engine is faster to start, which matters in short texts, and more tries do no harm there.
const SHORT = 256;
const SHORT_TRIES = 5_000;

/** When JavaScript's own engine, which backtracks, is used, and how much it works then. */
export interface NativeWork {
  /** The longest text for which it is used; below 0 if it is never used. */
  readonly longest: number;
  /** The most characters that it looks at from one place of a text of this length. */
  readonly tries: (length: number) => number;
}

/**
 * From any place, the native engine may look at no more characters than a pattern may have steps, or a few times that
 * many in a short text.
 *
 * It is also not used if its matches could differ: if a repeat may have an empty round, if a group is repeated (because
 * JavaScript clears it before each round), or if the pattern matches the empty text (because V8 also finds that inside
 * characters).
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
