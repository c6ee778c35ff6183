import { ERROR } from "../../values/plain.ts";
import { defineFunction, type FunctionDocumentation } from "../define.ts";
import { text } from "../parameter.ts";

export const exact = defineFunction({
  name: "EXACT",
  parameters: [text("first"), text("second")],
  result: "boolean",
  lower: (core, first, second) => core.equal(first, second),
});

export const exactDocumentation: FunctionDocumentation = {
  summary: "Whether two texts are the same, case included.",
  details:
    "Compares code points: no case, accent or trailing space is ignored. Values of other types are compared as text.",
  airtable:
    "`=` tells case apart here too, so that `EXACT` of two texts is `=`; `EXACT` also takes values of other types, as texts.",
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
