import { ERROR } from "../../values/plain.ts";
import { defineBuiltIn, type FunctionDocumentation } from "../define.ts";
import { text } from "../function-parameter.ts";

export const lower = defineBuiltIn({
  name: "LOWER",
  parameters: [text("text")],
  result: "text",
  lower: (core, whole) => core.lowerCase(whole),
});

export const lowerDocumentation: FunctionDocumentation = {
  summary: "A text in lower case.",
  details:
    "This is the simple mapping of Unicode: one code point becomes one code point. It depends neither on the characters around it nor on a language.",
  parameters: { text: "the text to change" },
  examples: [
    ["LOWER({title})", "model 3 long range awd"],
    ['LOWER("ΟΔΟΣ")', "οδοσ"],
    ["LOWER({sold})", "false"],
    ["LOWER({notes})", ""],
    ["LOWER({price} / {tax})", ERROR],
  ],
};
