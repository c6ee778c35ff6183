import { ERROR } from "../../values/plain.ts";
import { defineBuiltIn, type FunctionDocumentation } from "../define.ts";
import { list, rest, text } from "../function-parameter.ts";

export const hasNone = defineBuiltIn({
  name: "HASNONE",
  parameters: [list("list"), rest(text("item"))],
  form: "member",
  result: "boolean",
  lower: (core, items, wanted) =>
    core.not(core.anyOf(...wanted.map((item) => core.has(items, item)))),
});

export const hasNoneDocumentation: FunctionDocumentation = {
  summary: "Whether a list contains none of several items.",
  details:
    "The opposite of `HASANY`: an empty list contains none of them. Items must be the same, code point by code point. You may give up to 1,000 items.",
  airtable: "Not in Airtable.",
  parameters: { list: "the list to look in", item: "an item to look for" },
  examples: [
    ['HASNONE({tags}, "XX", "AF0")', true],
    ['HASNONE({tags}, "XX", "AF00")', false],
    ['HASNONE({photos}, "AF00")', true],
    ["HASNONE({tags}, {title})", true],
    ["HASNONE({tags}, {price} / {tax})", ERROR],
  ],
};
