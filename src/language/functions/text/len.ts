import { ERROR } from "../../values/plain.ts";
import { defineBuiltIn, type FunctionDocumentation } from "../define.ts";
import { text } from "../function-parameter.ts";

export const len = defineBuiltIn({
  name: "LEN",
  parameters: [text("text")],
  result: "number",
  lower: (core, whole) => core.length(whole),
});

export const lenDocumentation: FunctionDocumentation = {
  summary: "The number of characters of a text.",
  details: "Characters are code points, and spaces at the ends count. A blank has none.",
  parameters: { text: "the text to measure" },
  examples: [
    ["LEN({title})", 22],
    ['LEN("😀")', 1],
    ['LEN("e\u0301")', 2],
    ["LEN({price})", 5],
    ["LEN({notes})", 0],
    ["LEN({price} / {tax})", ERROR],
  ],
};
