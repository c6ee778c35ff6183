import { ERROR } from "../../values/plain.ts";
import { defineBuiltIn, type FunctionDocumentation } from "../define.ts";
import { number, text } from "../function-parameter.ts";
import { LONGEST_TEXT } from "./longest-text.ts";

export const replace = defineBuiltIn({
  name: "REPLACE",
  parameters: [text("text"), number("start"), number("count"), text("replacement")],
  result: "text",
  lower: (core, whole, start, count, replacement) => {
    const one = core.number(1);
    const longest = core.number(LONGEST_TEXT);
    const first = core.smaller(core.larger(core.floor(start), one), longest);
    const replaced = core.smaller(core.larger(core.floor(count), core.number(0)), longest);
    return core.concat(
      core.slice(whole, one, core.subtract(first, one)),
      replacement,
      core.slice(whole, core.add(first, replaced), core.length(whole)),
    );
  },
});

export const replaceDocumentation: FunctionDocumentation = {
  summary: "A text in which the characters at a position are replaced.",
  details:
    "Characters are code points, counted from 1, and fractions are rounded down. A start below 1 counts as 1, and a start past the end adds to the end. A count of 0 or less inserts and replaces nothing. A result above 64 KiB is an error.",
  parameters: {
    text: "the text to change",
    start: "the position of the first character to replace",
    count: "how many characters to replace",
    replacement: "the text that replaces them",
  },
  examples: [
    ['REPLACE("database", 2, 5, "o")', "dose"],
    ['REPLACE({title}, 7, 1, "Y")', "Model Y Long Range AWD"],
    ['REPLACE("abc", 2, 0, "-")', "a-bc"],
    ['REPLACE("abc", 9, 1, "!")', "abc!"],
    ['REPLACE({notes}, 1, 1, "new")', "new"],
    ["REPLACE({notes}, 1, 1, {notes})", ""],
    ['REPLACE("abc", 1, 1 / 0, "x")', ERROR],
  ],
};
