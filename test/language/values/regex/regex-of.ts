import { parseRegex, type Regex } from "../../../../src/language/values/regex/index.ts";

/** Parses a pattern that must be valid. */
export function regexOf(pattern: string): Regex {
  const result = parseRegex(pattern);
  if (!result.ok) throw new Error(`${pattern}: ${result.problem.kind}`);
  return result.regex;
}
