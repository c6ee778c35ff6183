import { ERROR } from "../../values/plain.ts";
import { defineBuiltIn, type FunctionDocumentation } from "../define.ts";
import { list, optional, text } from "../function-parameter.ts";

export const arrayJoin = defineBuiltIn({
  name: "ARRAYJOIN",
  parameters: [list("list"), optional(text("separator"))],
  result: "text",
  lower: (core, items, separator) => core.join(items, separator ?? core.text(", ")),
});

export const arrayJoinDocumentation: FunctionDocumentation = {
  summary: "The items of a list as one text.",
  details:
    "Without a separator, the items are joined with a comma and a space, which is also what happens when a list is used as text. A result above 64 KiB is an error.",
  parameters: {
    list: "the list to join",
    separator: 'what is put between two items; `", "` when left out',
  },
  examples: [
    ["ARRAYJOIN({tags})", "AD15, AF00, APF1, AD15"],
    ['ARRAYJOIN({tags}, "/")', "AD15/AF00/APF1/AD15"],
    ["ARRAYJOIN({tags}, {notes})", "AD15AF00APF1AD15"],
    ['ARRAYJOIN({photos}, "/")', ""],
    ["ARRAYJOIN({tags}, {price} / {tax})", ERROR],
  ],
};
