export { parseRegex, type RegexResult } from "./parse-regex.ts";
export type { Regex } from "./regex.ts";
export { regexFind } from "./regex-find.ts";
export { REGEX_LIMITS } from "./regex-limits.ts";
export type { RegexMatch, StepCounter } from "./regex-match.ts";
export type {
  Anchor,
  AnchorNode,
  ChoiceNode,
  CodePointRange,
  CodePointRanges,
  CodePointSet,
  GroupNode,
  LiteralNode,
  RegexNode,
  RepeatNode,
  SequenceNode,
  SetNode,
} from "./regex-node.ts";
export { regexReplaceAll } from "./regex-replace.ts";
export { type FixedText, fixedText, isHeldAtStart, leadingText } from "./regex-shape.ts";
export { regexTest } from "./regex-test.ts";
export { parseReplacement, type Replacement, type ReplacementResult } from "./replacement.ts";
