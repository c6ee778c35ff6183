import { ERROR } from "../../values/plain.ts";
import { defineBuiltIn, type FunctionDocumentation } from "../define.ts";
import { text } from "../function-parameter.ts";

export const endsWithIgnoreCase = defineBuiltIn({
  name: "ENDS_WITH_IGNORE_CASE",
  parameters: [text("text"), text("end")],
  result: "boolean",
  lower: (core, whole, end) => core.endsWith(core.lowerCase(whole), core.lowerCase(end)),
});

export const endsWithIgnoreCaseDocumentation: FunctionDocumentation = {
  summary: "Whether a text ends with another one, ignoring case.",
  details:
    "The same as `ENDS_WITH(LOWER(text), LOWER(end))`. Every text ends with a blank. Case is ignored by the simple mapping of Unicode, as in `LOWER`: one code point becomes one. Accents count.",
  airtable: "Not in Airtable.",
  parameters: { text: "the text in question", end: "the text that it may end with" },
  examples: [
    ['ENDS_WITH_IGNORE_CASE({title}, "awd")', true],
    ['ENDS_WITH_IGNORE_CASE({title}, "range")', false],
    ['ENDS_WITH_IGNORE_CASE({notes}, "a")', false],
    ["ENDS_WITH_IGNORE_CASE({title}, {notes})", true],
    ['ENDS_WITH_IGNORE_CASE({price} / {tax}, "a")', ERROR],
  ],
};
