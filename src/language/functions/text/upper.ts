import { ERROR } from "../../values/plain.ts";
import { defineBuiltIn, type FunctionDocumentation } from "../define.ts";
import { text } from "../function-parameter.ts";

export const upper = defineBuiltIn({
  name: "UPPER",
  parameters: [text("text")],
  result: "text",
  lower: (core, whole) => core.upperCase(whole),
});

export const upperDocumentation: FunctionDocumentation = {
  summary: "A text in upper case.",
  details:
    "This is the simple mapping of Unicode: one code point becomes one code point, and it does not depend on a language. So `ß` stays `ß`.",
  parameters: { text: "the text to change" },
  examples: [
    ["UPPER({title})", "MODEL 3 LONG RANGE AWD"],
    ['UPPER("straße")', "STRAßE"],
    ["UPPER({notes})", ""],
    ["UPPER({price} / {tax})", ERROR],
  ],
};
