import { ERROR } from "../../values/plain.ts";
import { defineBuiltIn, type FunctionDocumentation } from "../define.ts";
import { text } from "../function-parameter.ts";

export const containsIgnoreCase = defineBuiltIn({
  name: "CONTAINS_IGNORE_CASE",
  parameters: [text("text"), text("needle")],
  result: "boolean",
  lower: (core, whole, needle) => core.contains(core.lowerCase(whole), core.lowerCase(needle)),
});

export const containsIgnoreCaseDocumentation: FunctionDocumentation = {
  summary: "Whether one text occurs in another, ignoring case.",
  details:
    "The same as `CONTAINS(LOWER(text), LOWER(needle))`. Every text contains a blank. Case is ignored by the simple mapping of Unicode, as in `LOWER`: one code point becomes one, so `ß` is not `SS`. Accents count. In SQL, [an index of the text in lower case](sql.md#case) makes it fast.",
  airtable: "Not in Airtable. There, write `SEARCH(needle, text) > 0`.",
  parameters: { text: "the text to look in", needle: "the text to look for" },
  examples: [
    ['CONTAINS_IGNORE_CASE({title}, "RANGE")', true],
    ['CONTAINS_IGNORE_CASE({title}, "short")', false],
    ['CONTAINS_IGNORE_CASE({notes}, "a")', false],
    ["CONTAINS_IGNORE_CASE({title}, {notes})", true],
    ['CONTAINS_IGNORE_CASE({price} / {tax}, "a")', ERROR],
  ],
};
