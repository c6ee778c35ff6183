import { ERROR } from "../../values/plain.ts";
import { defineBuiltIn, type FunctionDocumentation } from "../define.ts";
import { any } from "../function-parameter.ts";

export const between = defineBuiltIn({
  name: "BETWEEN",
  parameters: [any("value"), any("low"), any("high")],
  form: "between",
  result: "boolean",
  lower: (core, _value, isNotBelow, isNotAbove) => core.and(isNotBelow, isNotAbove),
});

export const betweenDocumentation: FunctionDocumentation = {
  summary: "Whether a value is between two bounds, or equal to one of them.",
  details:
    "The same as `AND(value >= low, value <= high)`, so it is `FALSE` if one of the three is blank, and if the low bound is above the high one. Numbers, texts and dates are compared as with `>=`, and a date may be written as a text.",
  airtable: "Not in Airtable. There, write `AND(value >= low, value <= high)`.",
  parameters: {
    value: "the value in question",
    low: "the least value that counts",
    high: "the greatest value that counts",
  },
  examples: [
    ["BETWEEN({year}, 2019, 2020)", true],
    ["BETWEEN({price}, 1000, 2000)", false],
    ['BETWEEN({createdAt}, "2022-04-01", "2022-05-01")', true],
    ['BETWEEN({title}, "A", "N")', true],
    ["BETWEEN({year}, 2021, 2019)", false],
    ["BETWEEN({tax}, 0, 100)", false],
    ["BETWEEN({price} / {tax}, 0, 100)", ERROR],
  ],
};
