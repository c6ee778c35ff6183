import { ERROR } from "../../values/plain.ts";
import { defineBuiltIn, type FunctionDocumentation } from "../define.ts";
import { number, optional, text } from "../function-parameter.ts";

export const find = defineBuiltIn({
  name: "FIND",
  parameters: [text("needle"), text("text"), optional(number("start"))],
  result: "number",
  lower: (core, needle, whole, start) => core.find(needle, whole, start),
});

export const findDocumentation: FunctionDocumentation = {
  summary: "The position of the first occurrence of one text in another, or 0.",
  details:
    "Capitals matter. Positions are counted in code points, from 1. The search begins at `start`, rounded down; a start below 1 counts as 1. A blank needle is found at `start`, up to one position after the end of the text.",
  parameters: {
    needle: "the text to look for",
    text: "the text to look in",
    start: "the position to begin at; 1 if it is left out",
  },
  examples: [
    ['FIND("Range", {title})', 14],
    ['FIND("range", {title})', 0],
    ['FIND("o", "foo boo", 4)', 6],
    ['FIND("b", "😀b")', 2],
    ['FIND("a", {notes})', 0],
    ['FIND({notes}, "abc")', 1],
    ['FIND("a", "abc", 1 / 0)', ERROR],
  ],
};
