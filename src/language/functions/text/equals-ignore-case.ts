import { ERROR } from "../../values/plain.ts";
import { defineBuiltIn, type FunctionDocumentation } from "../define.ts";
import { text } from "../function-parameter.ts";

export const equalsIgnoreCase = defineBuiltIn({
  name: "EQUALS_IGNORE_CASE",
  parameters: [text("first"), text("second")],
  result: "boolean",
  lower: (core, first, second) => core.equal(core.lowerCase(first), core.lowerCase(second)),
});

export const equalsIgnoreCaseDocumentation: FunctionDocumentation = {
  summary: "Whether two texts are the same, ignoring case.",
  details:
    "The same as `LOWER(first) = LOWER(second)`. Case is ignored by the simple mapping of Unicode, as in `LOWER`: one code point becomes one, so `ß` is not `SS`. Accents count. In SQL, [an index of the text in lower case](sql.md#case) makes it fast.",
  airtable: "Not in Airtable. There, write `LOWER(first) = LOWER(second)`.",
  parameters: { first: "one text", second: "the other text" },
  examples: [
    ['EQUALS_IGNORE_CASE({title}, "MODEL 3 long range awd")', true],
    ['EQUALS_IGNORE_CASE({title}, "Model 3")', false],
    ['EQUALS_IGNORE_CASE("Straße", "STRASSE")', false],
    ['EQUALS_IGNORE_CASE({notes}, "")', true],
    ['EQUALS_IGNORE_CASE({notes}, "a")', false],
    ['EQUALS_IGNORE_CASE({price} / {tax}, "a")', ERROR],
  ],
};
