import { defineKernel } from "../../core/kernel.ts";
import { ERROR } from "../../values/plain.ts";
import { encodeUrlComponent as encode, MAX_TEXT_BYTES } from "../../values/text/index.ts";
import { defineBuiltIn, type FunctionDocumentation } from "../define.ts";
import { text } from "../function-parameter.ts";

export const encodeUrlComponent = defineBuiltIn({
  name: "ENCODE_URL_COMPONENT",
  parameters: [text("text")],
  result: "text",
  lower: (core, whole) => core.call(encoded, whole),
});

export const encodeUrlComponentDocumentation: FunctionDocumentation = {
  summary: "A text encoded for use in a part of a URL.",
  details:
    "Every byte of the text in UTF-8 becomes `%XX`, except those of ASCII letters, digits and `-_.~`. A result above 64 KiB is an error.",
  parameters: { text: "the text to encode" },
  examples: [
    ['ENCODE_URL_COMPONENT("a b&c")', "a%20b%26c"],
    ['ENCODE_URL_COMPONENT("é😀")', "%C3%A9%F0%9F%98%80"],
    [
      '"https://example.com/?q=" & ENCODE_URL_COMPONENT({vin})',
      "https://example.com/?q=5YJ3E7EB1LF764754",
    ],
    ["ENCODE_URL_COMPONENT({notes})", ""],
    ["ENCODE_URL_COMPONENT({price} / {tax})", ERROR],
  ],
};

/** Nanoseconds for each UTF-16 unit. */
const UNIT_WORK = 12;
/** A UTF-16 unit is at most three bytes of UTF-8. */
const LONGEST = 3 * "%XX".length;

const encoded = /* @__PURE__ */ defineKernel({
  name: "ENCODE_URL_COMPONENT",
  parameters: ["text"],
  result: "text",
  price: ([length = 0]) => ({
    work: UNIT_WORK * length,
    length: Math.min(LONGEST * length, MAX_TEXT_BYTES),
  }),
  evaluate: (whole) => encode(whole) ?? ERROR,
});
