import { Regex } from "./regex.ts";

/** About how much memory a pattern holds at the moment. It grows with the texts that it is matched with. */
export function regexBytes(regex: Regex): number {
  return Regex.matcherOf(regex).bytes;
}
