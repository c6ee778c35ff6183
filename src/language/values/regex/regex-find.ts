import type { RegexMatch, StepCounter } from "./match-result.ts";
import { Regex } from "./regex.ts";

/** Finds the first match that starts at or after a position. */
export interface MatchSource {
  next(from: number): RegexMatch | undefined;
}

const NO_MATCHES: MatchSource = { next: () => undefined };

/**
 * The first match in the text: the leftmost one, and of those that start there the preferred one. Earlier options of a
 * choice and more rounds of a greedy repeat are preferred.
 */
export function regexFind(
  regex: Regex,
  text: string,
  counter?: StepCounter,
): RegexMatch | undefined {
  return matchesOf(regex, text, counter).next(0);
}

export function matchesOf(
  regex: Regex,
  text: string,
  counter: StepCounter | undefined,
): MatchSource {
  const matcher = Regex.matcherOf(regex);
  const native = counter === undefined ? matcher.nativeFor(text, "longestFind") : undefined;
  if (native !== undefined) return { next: (from) => findNatively(native, text, from) };
  if (counter === undefined && matcher.nativeFor(text, "longestTest")?.test(text) === false)
    return NO_MATCHES;
  if (!text.includes(matcher.leading)) return NO_MATCHES;
  return matcher.scan.enter(text, counter);
}

function findNatively(native: RegExp, text: string, from: number): RegexMatch | undefined {
  native.lastIndex = from;
  const found = native.exec(text);
  if (found === null) return undefined;
  return { start: found.index, end: found.index + found[0].length, groups: found.slice(1) };
}
