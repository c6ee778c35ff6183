import { ERROR } from "../../values/plain.ts";
import { defineBuiltIn, type FunctionDocumentation } from "../define.ts";
import { text } from "../function-parameter.ts";

export const startsWithIgnoreCase = defineBuiltIn({
  name: "STARTS_WITH_IGNORE_CASE",
  parameters: [text("text"), text("start")],
  result: "boolean",
  lower: (core, whole, start) => core.startsWith(core.lowerCase(whole), core.lowerCase(start)),
});

export const startsWithIgnoreCaseDocumentation: FunctionDocumentation = {
  summary: "Whether a text begins with another one, ignoring case.",
  details:
    "The same as `STARTS_WITH(LOWER(text), LOWER(start))`. Every text begins with a blank. Case is ignored by the simple mapping of Unicode, as in `LOWER`: one code point becomes one, so `ß` is not `SS`. Accents count. In SQL, [an index of the text in lower case](sql.md#case) makes it fast.",
  airtable: "Not in Airtable.",
  parameters: { text: "the text in question", start: "the text that it may begin with" },
  examples: [
    ['STARTS_WITH_IGNORE_CASE({title}, "model")', true],
    ['STARTS_WITH_IGNORE_CASE({title}, "range")', false],
    ['STARTS_WITH_IGNORE_CASE({notes}, "a")', false],
    ["STARTS_WITH_IGNORE_CASE({title}, {notes})", true],
    ['STARTS_WITH_IGNORE_CASE({price} / {tax}, "a")', ERROR],
  ],
};
