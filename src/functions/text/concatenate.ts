import { ERROR } from "../../values/plain.ts";
import { defineFunction } from "../define.ts";
import { rest, text } from "../parameter.ts";

export const concatenate = defineFunction({
  name: "CONCATENATE",
  category: "text",
  summary: "Texts, one after the other.",
  details: "The same as `&` between them. A result above 64 KiB is an error.",
  parameters: [rest(text("text", "the text to add"))],
  result: "text",
  examples: [
    ['CONCATENATE({title}, " (", {year}, ")")', "Model 3 Long Range AWD (2020)"],
    ['CONCATENATE("a", 1.5, TRUE())', "a1.5TRUE"],
    ['CONCATENATE({tax}, "-", {notes})', "-"],
    ["CONCATENATE({notes}, {tax})", ""],
    ['CONCATENATE("a", {price} / {tax})', ERROR],
  ],
  lower: (core, texts) => core.concat(...texts),
});
