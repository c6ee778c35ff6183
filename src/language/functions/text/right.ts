import { ERROR } from "../../values/plain.ts";
import { defineBuiltIn, type FunctionDocumentation } from "../define.ts";
import { number, text } from "../function-parameter.ts";
import { LONGEST_TEXT } from "./longest-text.ts";

export const right = defineBuiltIn({
  name: "RIGHT",
  parameters: [text("text"), number("count")],
  result: "text",
  lower: (core, whole, count) => {
    const wanted = core.smaller(core.floor(count), core.number(LONGEST_TEXT));
    const before = core.subtract(wanted, core.number(1));
    return core.slice(whole, core.subtract(core.length(whole), before), wanted);
  },
});

export const rightDocumentation: FunctionDocumentation = {
  summary: "The last characters of a text.",
  details:
    "Characters are code points. A count below 1 gives a blank text, and a fraction is rounded down.",
  parameters: { text: "the text to take from", count: "how many characters to take" },
  examples: [
    ['RIGHT("quick brown fox", 5)', "n fox"],
    ["RIGHT({vin}, 6)", "764754"],
    ['RIGHT("a😀", 1)', "😀"],
    ['RIGHT("abc", 5)', "abc"],
    ["RIGHT({notes}, 3)", ""],
    ['RIGHT("abc", 1 / 0)', ERROR],
  ],
};
