import { Regex } from "./regex.ts";

/** The approximate size of a pattern in bytes. It grows with the texts that the pattern is matched with. */
export function regexBytes(regex: Regex): number {
  return Regex.matcherOf(regex).bytes;
}
