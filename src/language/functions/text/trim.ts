import { ERROR } from "../../values/plain.ts";
import { defineBuiltIn, type FunctionDocumentation } from "../define.ts";
import { text } from "../function-parameter.ts";

export const trim = defineBuiltIn({
  name: "TRIM",
  parameters: [text("text")],
  result: "text",
  lower: (core, whole) => core.trim(whole),
});

export const trimDocumentation: FunctionDocumentation = {
  summary: "A text without the spaces at its ends.",
  details: "Only spaces (U+0020) are removed; tabs, line breaks and spaces between words stay.",
  airtable:
    "Airtable also removes other white space. Databases disagree about what white space is, so only spaces are removed here.",
  parameters: { text: "the text to trim" },
  examples: [
    ['TRIM("  two  words ")', "two  words"],
    ["TRIM({title})", "Model 3 Long Range AWD"],
    ['TRIM(" \\ta ")', "\ta"],
    ["TRIM({notes})", ""],
    ["TRIM({price} / {tax})", ERROR],
  ],
};
