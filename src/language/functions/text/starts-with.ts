import { ERROR } from "../../values/plain.ts";
import { defineBuiltIn, type FunctionDocumentation } from "../define.ts";
import { text } from "../function-parameter.ts";

export const startsWith = defineBuiltIn({
  name: "STARTS_WITH",
  parameters: [text("text"), text("start")],
  result: "boolean",
  lower: (core, whole, start) => core.startsWith(whole, start),
});

export const startsWithDocumentation: FunctionDocumentation = {
  summary: "Whether a text begins with another.",
  details: "Capitals matter. Every text begins with a blank.",
  airtable: "Not in Airtable. There, write `LEFT(text, LEN(start)) = start`.",
  parameters: { text: "the whole text", start: "the text that it may begin with" },
  examples: [
    ['STARTS_WITH({title}, "Model")', true],
    ['STARTS_WITH({title}, "model")', false],
    ['STARTS_WITH({notes}, "a")', false],
    ["STARTS_WITH({title}, {notes})", true],
    ['STARTS_WITH({price} / {tax}, "1")', ERROR],
  ],
};
