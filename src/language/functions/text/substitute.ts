import { defineKernel } from "../../core/kernel.ts";
import { searching } from "../../core/price-rules.ts";
import { ERROR } from "../../values/plain.ts";
import { MAX_TEXT_BYTES, substituteNth } from "../../values/text/index.ts";
import { defineBuiltIn, type FunctionDocumentation } from "../define.ts";
import { number, optional, text } from "../function-parameter.ts";

export const substitute = defineBuiltIn({
  name: "SUBSTITUTE",
  parameters: [text("text"), text("old"), text("new"), optional(number("index"))],
  result: "text",
  lower: (core, whole, old, replacement, index) =>
    index === undefined
      ? core.substitute(whole, old, replacement)
      : core.call(substituteOne, whole, old, replacement, index),
});

export const substituteDocumentation: FunctionDocumentation = {
  summary: "A text in which the occurrences of another text are replaced.",
  details:
    "Capitals matter. Occurrences are found from the left and do not overlap. With an index (rounded down), only this occurrence is replaced, counted from 1. If there is no such occurrence, the text stays as it is. A blank text has no occurrences. A result above 64 KiB is an error.",
  parameters: {
    text: "the text to change",
    old: "what to replace",
    new: "the text that replaces it",
    index: "which occurrence to replace; all if it is left out",
  },
  examples: [
    ['SUBSTITUTE("gold mold", "old", "et")', "get met"],
    ['SUBSTITUTE("gold mold", "old", "et", 2)', "gold met"],
    ['SUBSTITUTE({title}, "Long ", "")', "Model 3 Range AWD"],
    ['SUBSTITUTE("abc", {notes}, "x")', "abc"],
    ['SUBSTITUTE({notes}, "a", "b")', ""],
    ['SUBSTITUTE("abc", "b", {price} / {tax})', ERROR],
  ],
};

/** Nanoseconds for each UTF-16 unit: each may be an occurrence. */
const UNIT_WORK = 12;

const substituteOne = /* @__PURE__ */ defineKernel({
  name: "SUBSTITUTE",
  parameters: ["text", "text", "text", "number"],
  result: "text",
  price: ([whole = 0, old = 0, replacement = 0]) => ({
    work: UNIT_WORK * whole + searching(old, whole),
    length: Math.min(whole + replacement, MAX_TEXT_BYTES),
  }),
  evaluate: (whole, old, replacement, index) =>
    substituteNth(whole, old, replacement, index ?? 0) ?? ERROR,
});
