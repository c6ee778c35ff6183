/* Regular expressions, matched in time that is linear in the length of the text. */

export { complementRanges } from "./code-point-ranges.ts";
export type { RegexMatch } from "./match-result.ts";
export { parseRegex } from "./parse-regex.ts";
export type { Regex } from "./regex.ts";
export { regexBytes } from "./regex-bytes.ts";
export { regexFind } from "./regex-find.ts";
export { REGEX_LIMITS } from "./regex-limits.ts";
export type { Anchor, RegexNode, SetNode } from "./regex-node.ts";
export { heldPrefix, plainSearch } from "./regex-shape.ts";
export { regexTest } from "./regex-test.ts";
export { regexWork } from "./regex-work.ts";
export { regexReplaceAll } from "./replace-matches.ts";
export { parseReplacement, type Replacement } from "./replacement.ts";
