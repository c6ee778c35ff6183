import { ERROR } from "../../values/plain.ts";
import { defineBuiltIn, type FunctionDocumentation } from "../define.ts";
import { text } from "../function-parameter.ts";

export const contains = defineBuiltIn({
  name: "CONTAINS",
  parameters: [text("text"), text("needle")],
  result: "boolean",
  lower: (core, whole, needle) => core.contains(whole, needle),
});

export const containsDocumentation: FunctionDocumentation = {
  summary: "Whether one text occurs in another.",
  details:
    "Capitals matter. No character of the needle has a special meaning. Every text contains a blank. Use `HAS` to look for an item of a list.",
  airtable: "Not in Airtable. There, write `FIND(needle, text) > 0`.",
  parameters: { text: "the text to look in", needle: "the text to look for" },
  examples: [
    ['CONTAINS({title}, "Long")', true],
    ['CONTAINS({title}, "long")', false],
    ['CONTAINS({notes}, "a")', false],
    ["CONTAINS({title}, {notes})", true],
    ["CONTAINS({title}, {price} / {tax})", ERROR],
  ],
};
