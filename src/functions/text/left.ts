import { ERROR } from "../../values/plain.ts";
import { defineFunction } from "../define.ts";
import { number, text } from "../parameter.ts";

export const left = defineFunction({
  name: "LEFT",
  category: "text",
  summary: "The first characters of a text.",
  details: "Counts code points. A count below 1 gives a blank text, a fraction is rounded down.",
  parameters: [
    text("text", "the text to take from"),
    number("count", "how many characters to take"),
  ],
  result: "text",
  examples: [
    ['LEFT("quick brown fox", 5)', "quick"],
    ["LEFT({title}, 7)", "Model 3"],
    ['LEFT("😀😀", 1)', "😀"],
    ["LEFT({notes}, 3)", ""],
    ['LEFT("abc", 1 / 0)', ERROR],
  ],
  lower: (core, whole, count) => core.slice(whole, core.number(1), count),
});
