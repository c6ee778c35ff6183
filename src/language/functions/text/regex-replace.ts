import type { CoreBuilder } from "../../core/builder.ts";
import { defineKernel, type Kernel, type Price } from "../../core/kernel.ts";
import type { CoreNode } from "../../core/node.ts";
import { ERROR } from "../../values/plain.ts";
import {
  parseReplacement,
  type Regex,
  type Replacement,
  regexBytes,
  regexReplaceAll,
  regexWork,
} from "../../values/regex/index.ts";
import { MAX_TEXT_BYTES } from "../../values/text/index.ts";
import { defineBuiltIn, type FunctionDocumentation } from "../define.ts";
import { text } from "../function-parameter.ts";
import { pattern } from "./pattern.ts";

export const regexReplace = defineBuiltIn({
  name: "REGEX_REPLACE",
  parameters: [text("text"), pattern, text("replacement")],
  result: "text",
  inspect: (_whole, regex, replacement) => {
    if (replacement.op !== "literal") return;
    const parsed = parseReplacement(String(replacement.data), regex);
    if (parsed.ok) return;
    const data = { reason: "replacement", group: parsed.group, groups: regex.groupCount } as const;
    return { code: "invalid-argument", data };
  },
  lower,
});

export const regexReplaceDocumentation: FunctionDocumentation = {
  summary: "A text in which all matches of a regular expression are replaced.",
  details:
    "In the replacement, `$1` to `$9` are what the groups matched, `$0` is the whole match, and `$$` is a dollar sign. A group that the pattern does not have is an error. The pattern must be written in the formula. A result above 64 KiB is an error.",
  airtable: "Airtable also takes patterns from fields; see `REGEX_MATCH`.",
  parameters: {
    text: "the text to change",
    pattern: "the regular expression, as a text",
    replacement: "the text that replaces each match",
  },
  examples: [
    ['REGEX_REPLACE({title}, "[a-z ]", "")', "M3LRAWD"],
    ['REGEX_REPLACE("2024-02", "([0-9]+)-([0-9]+)", "$2/$1")', "02/2024"],
    ['REGEX_REPLACE({title}, "Plaid", "X")', "Model 3 Long Range AWD"],
    ['REGEX_REPLACE({notes}, "a", "b")', ""],
    ['REGEX_REPLACE("a", "a", {price} / {tax})', ERROR],
  ],
};

function lower(core: CoreBuilder, whole: CoreNode, regex: Regex, replacement: CoreNode): CoreNode {
  if (replacement.op !== "literal" || typeof replacement.data !== "string") {
    return core.call(replaceBy(regex), whole, replacement);
  }
  const parsed = parseReplacement(replacement.data, regex);
  if (!parsed.ok) return core.fail("text");
  const kernel = defineKernel({
    name: "REGEX_REPLACE",
    parameters: ["text"],
    result: "text",
    price: ([length = 0]) => price(regex, length, parsed.replacement),
    bytes: () => regexBytes(regex),
    madeOf: [regex, replacement.data],
    evaluate: (searched) => regexReplaceAll(regex, searched, parsed.replacement) ?? ERROR,
  });
  return core.call(kernel, whole);
}

/** The kernel for a replacement that is not a literal. */
function replaceBy(regex: Regex): Kernel {
  return defineKernel({
    name: "REGEX_REPLACE",
    parameters: ["text", "text"],
    result: "text",
    // The replacement is unknown, so it may consist of groups.
    price: ([length = 0, written = 0]) => ({
      work: regexWork(regex, length) + PARSE * written + COPY * MAX_TEXT_BYTES,
      length: written === 0 ? length : MAX_TEXT_BYTES,
    }),
    bytes: () => regexBytes(regex),
    madeOf: [regex],
    evaluate: (searched, written) => {
      const parsed = parseReplacement(written, regex);
      return parsed.ok ? (regexReplaceAll(regex, searched, parsed.replacement) ?? ERROR) : ERROR;
    },
  });
}

// Nanoseconds for each character.
const PARSE = 50;
const COPY = 2;
const WRITE_PART = 20;

function price(regex: Regex, length: number, { parts }: Replacement): Price {
  // All matches of a group together are no longer than the text.
  const made = parts.reduce<number>(
    (sum, part) => sum + (typeof part === "string" ? (length + 1) * part.length : length),
    length,
  );
  const most = Math.min(made, MAX_TEXT_BYTES);
  // A pattern of anchors matches before each character, and at the end.
  const written = WRITE_PART * (length + 1) * parts.length;
  return { work: regexWork(regex, length) + COPY * most + written, length: most };
}
