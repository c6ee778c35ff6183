import { ERROR } from "../../values/plain.ts";
import { defineBuiltIn, type FunctionDocumentation } from "../define.ts";
import { list, text } from "../function-parameter.ts";

export const has = defineBuiltIn({
  name: "HAS",
  parameters: [list("list"), text("item")],
  form: "member",
  result: "boolean",
  lower: (core, items, item) => core.has(items, item),
});

export const hasDocumentation: FunctionDocumentation = {
  summary: "Whether a list contains an item.",
  details:
    "The item must be the same, code point by code point; `CONTAINS` looks for a part of the joined text instead. An empty list contains nothing, not even a blank.",
  airtable:
    "Not in Airtable. There, `FIND` in the joined text also finds an item within a longer one.",
  parameters: { list: "the list to look in", item: "the item to look for" },
  examples: [
    ['HAS({tags}, "AF00")', true],
    ['HAS({tags}, "AF0")', false],
    ['HAS({tags}, "af00")', false],
    ['HAS({photos}, "AF00")', false],
    ["HAS({photos}, {notes})", false],
    ["HAS({tags}, {price} / {tax})", ERROR],
  ],
};
