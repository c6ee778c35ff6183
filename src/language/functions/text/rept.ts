import { ERROR } from "../../values/plain.ts";
import { MAX_TEXT_BYTES, utf8Length } from "../../values/text/index.ts";
import { defineBuiltIn, type FunctionDocumentation } from "../define.ts";
import { number, text } from "../function-parameter.ts";

export const rept = defineBuiltIn({
  name: "REPT",
  parameters: [text("text"), number("count")],
  result: "text",
  inspect: (whole, count) => {
    if (count.op !== "literal") return;
    // A text that is not a literal counts as one byte, the minimum for a nonblank text.
    const bytes = whole.op === "literal" ? utf8Length(String(whole.data)) : 1;
    return bytes * Math.floor(Number(count.data)) > MAX_TEXT_BYTES
      ? { code: "text-too-long", data: { most: MAX_TEXT_BYTES } }
      : undefined;
  },
  lower: (core, whole, count) => core.repeat(whole, count),
});

export const reptDocumentation: FunctionDocumentation = {
  summary: "A text, repeated a number of times.",
  details:
    "A count below 1 gives a blank text, and a fraction is rounded down. A result above 64 KiB is an error.",
  parameters: { text: "the text to repeat", count: "how many times it is repeated" },
  examples: [
    ['REPT("Hi! ", 3)', "Hi! Hi! Hi! "],
    ['REPT("ab", 2.9)', "abab"],
    ["REPT({title}, {tax})", ""],
    ["REPT({notes}, 5)", ""],
    ["REPT({title}, {price})", ERROR],
  ],
};
