import { ERROR } from "../../values/plain.ts";
import { defineBuiltIn, type FunctionDocumentation } from "../define.ts";
import { text } from "../function-parameter.ts";
import { pattern } from "./pattern.ts";

export const regexMatch = defineBuiltIn({
  name: "REGEX_MATCH",
  parameters: [text("text"), pattern],
  result: "boolean",
  lower: (core, whole, regex) => core.regexMatch(whole, regex),
});

export const regexMatchDocumentation: FunctionDocumentation = {
  summary: "Whether a regular expression matches somewhere in a text.",
  details:
    "The pattern must be written in the formula. The page on regular expressions says what a pattern may contain.",
  airtable:
    "Airtable also takes patterns from fields; here the pattern is known before the formula runs. So it is checked once, and a database can use it.",
  parameters: { text: "the text to search", pattern: "the regular expression, as a text" },
  examples: [
    ['REGEX_MATCH({title}, "^Model [3SXY]")', true],
    ['REGEX_MATCH("abc", "^b")', false],
    ['REGEX_MATCH({notes}, ".")', false],
    ['REGEX_MATCH(1 / 0 & "", "a")', ERROR],
  ],
};
