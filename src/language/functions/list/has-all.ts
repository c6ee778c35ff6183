import { ERROR } from "../../values/plain.ts";
import { defineBuiltIn, type FunctionDocumentation } from "../define.ts";
import { list, rest, text } from "../function-parameter.ts";

export const hasAll = defineBuiltIn({
  name: "HASALL",
  parameters: [list("list"), rest(text("item"))],
  form: "member",
  result: "boolean",
  lower: (core, items, wanted) => core.and(...wanted.map((item) => core.has(items, item))),
});

export const hasAllDocumentation: FunctionDocumentation = {
  summary: "Whether a list contains all of several items.",
  details:
    "The same as `AND(HAS(list, item), …)`. Items must be the same, code point by code point, and may be in any order. You may give up to 1,000 items.",
  airtable: "Not in Airtable.",
  parameters: { list: "the list to look in", item: "an item to look for" },
  examples: [
    ['HASALL({tags}, "AF00")', true],
    ['HASALL({tags}, "AF00", "XX")', false],
    ['HASALL({tags}, "AF00", "AF00")', true],
    ['HASALL({photos}, "AF00")', false],
    ['HASALL({tags}, "AF00", {price} / {tax})', ERROR],
  ],
};
