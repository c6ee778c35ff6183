import { ERROR } from "../../values/plain.ts";
import { defineBuiltIn, type FunctionDocumentation } from "../define.ts";
import { number, optional, text } from "../function-parameter.ts";

export const search = defineBuiltIn({
  name: "SEARCH",
  parameters: [text("needle"), text("text"), optional(number("start"))],
  result: "number",
  lower: (core, needle, whole, start) => {
    const position = core.find(core.lowerCase(needle), core.lowerCase(whole), start);
    return core.if(core.equal(position, core.number(0)), core.blank("number"), position);
  },
});

export const searchDocumentation: FunctionDocumentation = {
  summary:
    "The position of the first occurrence of one text in another, ignoring case; blank if there is none.",
  details:
    "The same as `FIND` on both texts in lower case, with a blank instead of 0. Case is ignored by the simple mapping of Unicode, one code point to one: `ß` is not `SS`.",
  parameters: {
    needle: "the text to look for",
    text: "the text to look in",
    start: "the position to begin at; 1 if it is left out",
  },
  examples: [
    ['SEARCH("RANGE", {title})', 14],
    ['SEARCH("o", "FOO BOO", 4)', 6],
    ['SEARCH("x", {title})', null],
    ['SEARCH("a", {notes})', null],
    ['SEARCH({notes}, "abc")', 1],
    ['SEARCH("a", "abc", 1 / 0)', ERROR],
  ],
};
