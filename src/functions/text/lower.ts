import { ERROR } from "../../values/plain.ts";
import { defineFunction, type FunctionDocumentation } from "../define.ts";
import { text } from "../parameter.ts";

export const lower = defineFunction({
  name: "LOWER",
  parameters: [text("text")],
  result: "text",
  lower: (core, whole) => core.lower(whole),
});

export const lowerDocumentation: FunctionDocumentation = {
  summary: "A text in lower case.",
  details:
    "By Unicode simple mapping: one code point becomes one code point, whatever its neighbours and in no particular language.",
  parameters: { text: "the text to change" },
  examples: [
    ["LOWER({title})", "model 3 long range awd"],
    ['LOWER("ΟΔΟΣ")', "οδοσ"],
    ["LOWER({sold})", "false"],
    ["LOWER({notes})", ""],
    ["LOWER({price} / {tax})", ERROR],
  ],
};
