import { ERROR } from "../../values/plain.ts";
import { defineFunction } from "../define.ts";
import { text } from "../parameter.ts";

export const startsWith = defineFunction({
  name: "STARTS_WITH",
  category: "text",
  summary: "Whether a text begins with another.",
  details: "Case-sensitive. Every text begins with a blank.",
  airtable: "Not in Airtable, where `LEFT(text, LEN(start)) = start` says the same.",
  parameters: [text("text", "the whole text"), text("start", "what it may begin with")],
  result: "boolean",
  examples: [
    ['STARTS_WITH({title}, "Model")', true],
    ['STARTS_WITH({title}, "model")', false],
    ['STARTS_WITH({notes}, "a")', false],
    ["STARTS_WITH({title}, {notes})", true],
    ['STARTS_WITH({price} / {tax}, "1")', ERROR],
  ],
  lower: (core, whole, start) => core.startsWith(whole, start),
});
