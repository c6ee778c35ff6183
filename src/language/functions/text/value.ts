import { ERROR } from "../../values/plain.ts";
import { defineBuiltIn, type FunctionDocumentation } from "../define.ts";
import { text } from "../function-parameter.ts";

export const value = defineBuiltIn({
  name: "VALUE",
  parameters: [text("text")],
  result: "number",
  lower: (core, written) => core.parseNumber(written),
});

export const valueDocumentation: FunctionDocumentation = {
  summary: "The number that is written in a text.",
  details:
    "The text may have a sign, digits with a decimal point, an exponent, and spaces around them. Any other text is an error. A blank text is blank.",
  airtable:
    'Airtable skips everything that is not a digit, so `VALUE("$1,000")` is 1000. The meaning of a comma depends on the country, so such a text is an error here and not a guess.',
  parameters: { text: "the text to read" },
  examples: [
    ['VALUE("1.5")', 1.5],
    ['VALUE(" -2e3 ")', -2000],
    ["VALUE(RIGHT({vin}, 6))", 764754],
    ["VALUE({notes})", null],
    ["VALUE({title})", ERROR],
    ['VALUE("$10")', ERROR],
  ],
};
