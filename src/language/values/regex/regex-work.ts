import { Regex } from "./regex.ts";

/** An upper bound in nanoseconds for finding all matches in a text of at most this length. */
export function regexWork(regex: Regex, length: number): number {
  return Regex.matcherOf(regex).work(length);
}
