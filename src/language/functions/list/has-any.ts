import { ERROR } from "../../values/plain.ts";
import { defineBuiltIn, type FunctionDocumentation } from "../define.ts";
import { list, rest, text } from "../function-parameter.ts";

export const hasAny = defineBuiltIn({
  name: "HASANY",
  parameters: [list("list"), rest(text("item"))],
  form: "member",
  result: "boolean",
  lower: (core, items, wanted) => core.anyOf(...wanted.map((item) => core.has(items, item))),
});

export const hasAnyDocumentation: FunctionDocumentation = {
  summary: "Whether a list contains at least one of several items.",
  details:
    "The same as `OR(HAS(list, item), …)`. Items must be the same, code point by code point. An empty list contains nothing. You may give up to 1,000 items.",
  airtable: "Not in Airtable.",
  parameters: { list: "the list to look in", item: "an item to look for" },
  examples: [
    ['HASANY({tags}, "XX", "AF00")', true],
    ['HASANY({tags}, "AF0", "af00")', false],
    ['HASANY({photos}, "AF00", "")', false],
    ['HASANY({tags}, {title}, "AF00")', true],
    ['HASANY({tags}, {price} / {tax}, "XX")', ERROR],
  ],
};
