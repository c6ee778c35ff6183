import { ERROR } from "../../values/plain.ts";
import { defineFunction, type FunctionDocumentation } from "../define.ts";
import { text } from "../parameter.ts";

export const value = defineFunction({
  name: "VALUE",
  parameters: [text("text")],
  result: "number",
  lower: (core, written) => core.parseNumber(written),
});

export const valueDocumentation: FunctionDocumentation = {
  summary: "The number that a text writes.",
  details:
    "Reads a sign, digits with a decimal point and an exponent, and spaces around them. Any other text is an error, a blank text is blank.",
  airtable:
    'Airtable skips all that is not a digit, so that `VALUE("$1,000")` is 1000. What a comma means depends on the country; here such a text is an error rather than a guess.',
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
