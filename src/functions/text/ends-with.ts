import { ERROR } from "../../values/plain.ts";
import { defineFunction } from "../define.ts";
import { text } from "../parameter.ts";

export const endsWith = defineFunction({
  name: "ENDS_WITH",
  category: "text",
  summary: "Whether a text ends with another.",
  details: "Case-sensitive. Every text ends with a blank.",
  airtable: "Not in Airtable, where `RIGHT(text, LEN(end)) = end` says the same.",
  parameters: [text("text", "the whole text"), text("end", "what it may end with")],
  result: "boolean",
  examples: [
    ['ENDS_WITH({title}, "AWD")', true],
    ['ENDS_WITH({title}, "awd")', false],
    ['ENDS_WITH({notes}, "a")', false],
    ["ENDS_WITH({title}, {notes})", true],
    ['ENDS_WITH({price} / {tax}, "1")', ERROR],
  ],
  lower: (core, whole, end) => core.endsWith(whole, end),
});
