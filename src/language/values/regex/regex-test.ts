import type { StepCounter } from "./match-result.ts";
import { Regex } from "./regex.ts";

/**
 * Whether the text has a match of the pattern. If there is a counter, JavaScript's own engine is not used, because its
 * steps cannot be counted.
 */
export function regexTest(regex: Regex, text: string, counter?: StepCounter): boolean {
  const matcher = Regex.matcherOf(regex);
  const native = counter === undefined ? matcher.nativeFor(text, "longestTest") : undefined;
  if (native !== undefined) return native.test(text);
  return text.includes(matcher.leading) && matcher.scan.hasMatch(text, counter);
}
