import { ERROR } from "../../values/plain.ts";
import { defineBuiltIn, type FunctionDocumentation } from "../define.ts";
import { number, text } from "../function-parameter.ts";

export const mid = defineBuiltIn({
  name: "MID",
  parameters: [text("text"), number("start"), number("count")],
  result: "text",
  lower: (core, whole, start, count) =>
    core.slice(whole, core.larger(start, core.number(1)), count),
});

export const midDocumentation: FunctionDocumentation = {
  summary: "Characters from the middle of a text.",
  details:
    "Characters are code points, counted from 1. A start below 1 counts as 1, a count below 1 gives a blank text, and fractions are rounded down. A count that goes past the end gives the characters up to the end.",
  parameters: {
    text: "the text to take from",
    start: "the position of the first character to take",
    count: "how many characters to take",
  },
  examples: [
    ["MID({title}, 9, 4)", "Long"],
    ['MID("abc", 0, 2)', "ab"],
    ['MID("a😀c", 2, 1)', "😀"],
    ['MID("abc", 3, 9)', "c"],
    ["MID({notes}, 1, 3)", ""],
    ['MID("abc", 1 / 0, 1)', ERROR],
  ],
};
