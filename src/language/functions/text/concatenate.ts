import { ERROR } from "../../values/plain.ts";
import { defineBuiltIn, type FunctionDocumentation } from "../define.ts";
import { rest, text } from "../function-parameter.ts";

export const concatenate = defineBuiltIn({
  name: "CONCATENATE",
  parameters: [rest(text("text"))],
  result: "text",
  lower: (core, texts) => core.concat(...texts),
});

export const concatenateDocumentation: FunctionDocumentation = {
  summary: "Several texts joined into one.",
  details: "The same as `&` between them. A result above 64 KiB is an error.",
  parameters: { text: "the text to add" },
  examples: [
    ['CONCATENATE({title}, " (", {year}, ")")', "Model 3 Long Range AWD (2020)"],
    ['CONCATENATE("a", 1.5, TRUE())', "a1.5TRUE"],
    ['CONCATENATE({tax}, "-", {notes})', "-"],
    ["CONCATENATE({notes}, {tax})", ""],
    ['CONCATENATE("a", {price} / {tax})', ERROR],
  ],
};
