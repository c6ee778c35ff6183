import { ERROR } from "../../values/plain.ts";
import { defineFunction } from "../define.ts";
import { text } from "../parameter.ts";

export const upper = defineFunction({
  name: "UPPER",
  category: "text",
  summary: "A text in upper case.",
  details:
    "By Unicode simple mapping: one code point becomes one code point, in no particular language. So `ß` stays `ß`.",
  parameters: [text("text", "the text to change")],
  result: "text",
  examples: [
    ["UPPER({title})", "MODEL 3 LONG RANGE AWD"],
    ['UPPER("straße")', "STRAßE"],
    ["UPPER({notes})", ""],
    ["UPPER({price} / {tax})", ERROR],
  ],
  lower: (core, whole) => core.upper(whole),
});
