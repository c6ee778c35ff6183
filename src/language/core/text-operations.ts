import { regexTest, regexWork } from "../values/regex/index.ts";
import {
  concatText,
  findText,
  lowerText,
  repeatText,
  sliceText,
  substituteText,
  textLength,
  trimText,
  upperText,
} from "../values/text/index.ts";
import { operandsOf, type TextData, threeOperandsOf } from "./node.ts";
import type { StrictRecords } from "./operation-record.ts";
import { asNumber, asText, orError } from "./plain-guards.ts";
import {
  CHANGE_CASE,
  COPY,
  COUNT,
  capped,
  changing,
  comparing,
  countOf,
  REPLACE,
  reading,
  SLICE,
  searching,
} from "./price-rules.ts";

export const TEXT_OPERATIONS: StrictRecords<keyof TextData> = {
  length: {
    type: "number",
    blank: "own",
    fails: false,
    cost: 8,
    price: /* @__PURE__ */ reading(COUNT),
    meaning: ([a]) => textLength(asText(a)),
  },
  find: {
    type: "number",
    blank: "own",
    fails: false,
    cost: 20,
    price: (own, needle, text) => ({
      work: own + COUNT * text + searching(needle, text),
      length: 0,
    }),
    meaning: ([needle, text, start]) => findText(asText(needle), asText(text), asNumber(start)),
  },
  contains: {
    type: "boolean",
    blank: "own",
    fails: false,
    cost: 15,
    price: (own, text, needle) => ({ work: own + searching(needle, text), length: 0 }),
    meaning: ([text, needle]) => asText(text).includes(asText(needle)),
  },
  startsWith: {
    type: "boolean",
    blank: "own",
    fails: false,
    cost: 3,
    price: comparing,
    meaning: ([text, needle]) => asText(text).startsWith(asText(needle)),
  },
  endsWith: {
    type: "boolean",
    blank: "own",
    fails: false,
    cost: 3,
    price: comparing,
    meaning: ([text, needle]) => asText(text).endsWith(asText(needle)),
  },
  slice: {
    type: "text",
    blank: "own",
    fails: false,
    cost: 15,
    price: (own, text, _start, node) => {
      const [, , count] = threeOperandsOf(node);
      // A code point has at most two units.
      return { work: own + SLICE * text, length: Math.min(text, 2 * countOf(count)) };
    },
    meaning: ([text, start, count]) => sliceText(asText(text), asNumber(start), asNumber(count)),
  },
  lowerCase: {
    type: "text",
    blank: "own",
    fails: false,
    cost: 20,
    price: /* @__PURE__ */ changing(CHANGE_CASE),
    meaning: ([a]) => lowerText(asText(a)),
  },
  upperCase: {
    type: "text",
    blank: "own",
    fails: false,
    cost: 20,
    price: /* @__PURE__ */ changing(CHANGE_CASE),
    meaning: ([a]) => upperText(asText(a)),
  },
  trim: {
    type: "text",
    blank: "own",
    fails: false,
    cost: 10,
    price: /* @__PURE__ */ changing(COPY),
    meaning: ([a]) => trimText(asText(a)),
  },
  concat: {
    type: "text",
    blank: "own",
    fails: "text-too-long",
    cost: 15,
    price: (own, _a, _b, { operands }, { of }) => {
      const length = capped(operands.reduce((sum, operand) => sum + of(operand), 0));
      return { work: own + COPY * length, length };
    },
    meaning: (texts) => orError(concatText(texts.map(asText))),
  },
  substitute: {
    type: "text",
    blank: "own",
    fails: "text-too-long",
    cost: 40,
    price: (own, a, b, node, { of }) => {
      const [, old, replacement] = threeOperandsOf(node);
      // An occurrence of an unknown text has at least one unit.
      const most = a / (old.op === "literal" ? Math.max(1, b) : 1);
      const length = capped(a + most * of(replacement));
      return { work: own + searching(b, a) + REPLACE * most + COPY * (a + length), length };
    },
    meaning: ([text, old, replacement]) =>
      orError(substituteText(asText(text), asText(old), asText(replacement))),
  },
  repeat: {
    type: "text",
    blank: "own",
    fails: "text-too-long",
    cost: 30,
    price: (own, text, _count, node) => {
      const length = capped(text * countOf(operandsOf(node)[1]));
      return { work: own + COPY * (text + length), length };
    },
    meaning: ([text, count]) => orError(repeatText(asText(text), asNumber(count))),
  },
  regexMatch: {
    type: "boolean",
    blank: "own",
    fails: false,
    cost: 60,
    price: (own, text, _, { data }) => ({ work: own + regexWork(data, text), length: 0 }),
    meaning: ([text], regex) => regexTest(regex, asText(text)),
  },
};
