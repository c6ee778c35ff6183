/* Regular expressions, matched in time that is linear in the length of the text. */

export { complementRanges } from "./code-point-ranges.ts";
export { parseRegex } from "./parse-regex.ts";
export type { Regex } from "./regex.ts";
export { regexBytes } from "./regex-bytes.ts";
export { regexFind } from "./regex-find.ts";
export { REGEX_LIMITS } from "./regex-limits.ts";
export type { RegexMatch } from "./regex-match.ts";
export type { Anchor, RegexNode, SetNode } from "./regex-node.ts";
export { regexReplaceAll } from "./regex-replace.ts";
export { heldPrefix, plainSearch } from "./regex-shape.ts";
export { regexTest } from "./regex-test.ts";
export { regexWork } from "./regex-work.ts";
export { parseReplacement, type Replacement } from "./replacement.ts";
