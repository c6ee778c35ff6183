import { ERROR } from "../../values/plain.ts";
import { defineBuiltIn, type FunctionDocumentation } from "../define.ts";
import { any, rest } from "../function-parameter.ts";

export const isOneOf = defineBuiltIn({
  name: "ISONEOF",
  parameters: [any("value"), rest(any("candidate"))],
  form: "among",
  result: "boolean",
  lower: (core, _value, equalities) => core.anyOf(...equalities),
});

export const isOneOfDocumentation: FunctionDocumentation = {
  summary: "Whether a value equals one of several others.",
  details:
    "The same as `OR(value = candidate, …)`, but made for many candidates: up to 1,000, which are looked up at once. A blank value equals only a blank candidate. If one candidate is equal, the result is `TRUE`, even if another one is an error.",
  airtable: "Not in Airtable. There, write `OR(value = candidate, …)`.",
  parameters: { value: "the value in question", candidate: "a value that it may equal" },
  examples: [
    ["ISONEOF({year}, 2019, 2020, 2021)", true],
    ['ISONEOF({title}, "Model S", "Model X")', false],
    ['ISONEOF({createdAt}, "2022-04-06", "2022-04-06T08:24:28Z")', true],
    ["ISONEOF({tax}, 0, 100)", false],
    ["ISONEOF({tax}, 0, BLANK())", true],
    ["ISONEOF({year}, {price}, {year})", true],
    ["ISONEOF({price} / {tax}, 1, 2)", ERROR],
  ],
};
