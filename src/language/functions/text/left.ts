import { ERROR } from "../../values/plain.ts";
import { defineBuiltIn, type FunctionDocumentation } from "../define.ts";
import { number, text } from "../function-parameter.ts";

export const left = defineBuiltIn({
  name: "LEFT",
  parameters: [text("text"), number("count")],
  result: "text",
  lower: (core, whole, count) => core.slice(whole, core.number(1), count),
});

export const leftDocumentation: FunctionDocumentation = {
  summary: "The first characters of a text.",
  details:
    "Characters are code points. A count below 1 gives a blank text, and a fraction is rounded down.",
  parameters: { text: "the text to take from", count: "how many characters to take" },
  examples: [
    ['LEFT("quick brown fox", 5)', "quick"],
    ["LEFT({title}, 7)", "Model 3"],
    ['LEFT("😀😀", 1)', "😀"],
    ["LEFT({notes}, 3)", ""],
    ['LEFT("abc", 1 / 0)', ERROR],
  ],
};
