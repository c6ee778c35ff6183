import { ERROR } from "../../values/plain.ts";
import { defineBuiltIn, type FunctionDocumentation } from "../define.ts";
import { text } from "../function-parameter.ts";

export const endsWith = defineBuiltIn({
  name: "ENDS_WITH",
  parameters: [text("text"), text("end")],
  result: "boolean",
  lower: (core, whole, end) => core.endsWith(whole, end),
});

export const endsWithDocumentation: FunctionDocumentation = {
  summary: "Whether a text ends with another.",
  details: "Capitals matter. Every text ends with a blank.",
  airtable: "Not in Airtable. There, write `RIGHT(text, LEN(end)) = end`.",
  parameters: { text: "the whole text", end: "the text that it may end with" },
  examples: [
    ['ENDS_WITH({title}, "AWD")', true],
    ['ENDS_WITH({title}, "awd")', false],
    ['ENDS_WITH({notes}, "a")', false],
    ["ENDS_WITH({title}, {notes})", true],
    ['ENDS_WITH({price} / {tax}, "1")', ERROR],
  ],
};
