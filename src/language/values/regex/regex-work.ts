import { Regex } from "./regex.ts";

/** An upper estimate of the nanoseconds in which all matches in a text of at most this length are found. */
export function regexWork(regex: Regex, length: number): number {
  return Regex.matcherOf(regex).work(length);
}
