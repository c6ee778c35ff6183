import { defineKernel } from "../../core/kernel.ts";
import { ERROR } from "../../values/plain.ts";
import { regexBytes, regexFind, regexWork } from "../../values/regex/index.ts";
import { defineBuiltIn, type FunctionDocumentation } from "../define.ts";
import { text } from "../function-parameter.ts";
import { pattern } from "./pattern.ts";

export const regexExtract = defineBuiltIn({
  name: "REGEX_EXTRACT",
  parameters: [text("text"), pattern],
  result: "text",
  lower: (core, whole, regex) => {
    const extract = defineKernel({
      name: "REGEX_EXTRACT",
      parameters: ["text"],
      result: "text",
      mayFail: false,
      price: ([length = 0]) => ({ work: regexWork(regex, length), length }),
      bytes: () => regexBytes(regex),
      madeOf: [regex],
      evaluate: (searched) => {
        const match = regexFind(regex, searched);
        return match === undefined ? "" : searched.slice(match.start, match.end);
      },
    });
    return core.call(extract, whole);
  },
});

export const regexExtractDocumentation: FunctionDocumentation = {
  summary: "The first part of a text that a regular expression matches.",
  details:
    "The result is the whole match, even if the pattern has groups. It is blank if nothing matches. The pattern must be written in the formula.",
  airtable:
    "In Airtable the result is an error if nothing matches. Here it is blank, as a missing value is. Airtable also takes patterns from fields; see `REGEX_MATCH`.",
  parameters: { text: "the text to search", pattern: "the regular expression, as a text" },
  examples: [
    ['REGEX_EXTRACT({vin}, "[0-9]+$")', "764754"],
    ['REGEX_EXTRACT({title}, "Model (3|S)")', "Model 3"],
    ['REGEX_EXTRACT({title}, "Plaid")', ""],
    ['REGEX_EXTRACT({notes}, ".+")', ""],
    ['REGEX_EXTRACT({price} / {tax}, "1")', ERROR],
  ],
};
