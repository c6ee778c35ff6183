import { ERROR } from "../../values/plain.ts";
import { defineBuiltIn, type FunctionDocumentation } from "../define.ts";
import { text } from "../function-parameter.ts";

export const exact = defineBuiltIn({
  name: "EXACT",
  parameters: [text("first"), text("second")],
  form: "member",
  result: "boolean",
  lower: (core, first, second) => core.equal(first, second),
});

export const exactDocumentation: FunctionDocumentation = {
  summary: "Whether two texts are exactly the same, including case.",
  details:
    "Code points are compared: case, accents and trailing spaces all count. Values of other types are compared as text.",
  airtable:
    "Here `=` is case-sensitive too, so `EXACT` of two texts is the same as `=`. `EXACT` also takes values of other types, as texts.",
  parameters: { first: "one text", second: "the other text" },
  examples: [
    ['EXACT({title}, "Model 3 Long Range AWD")', true],
    ['EXACT({title}, "model 3 long range awd")', false],
    ['EXACT({year}, "2020")', true],
    ["EXACT({notes}, {tax})", true],
    ['EXACT("a", "a ")', false],
    ['EXACT("a", {price} / {tax})', ERROR],
  ],
};
