import { numberText, parseNumberText } from "../values/number/index.ts";
import { ERROR } from "../values/plain.ts";
import type { NumberData } from "./node.ts";
import type { StrictRecord, StrictRecords } from "./operation-record.ts";
import { asNumber, asText, orError } from "./plain-guards.ts";
import { fixed, PARSE, reading, shortText } from "./price-rules.ts";

const OUT_OF_RANGE = "the number is too large";

export const NUMBER_OPERATIONS: StrictRecords<keyof NumberData> = {
  add: arithmetic((a, b) => a + b, OUT_OF_RANGE),
  subtract: arithmetic((a, b) => a - b, OUT_OF_RANGE),
  multiply: arithmetic((a, b) => a * b, OUT_OF_RANGE),
  divide: arithmetic((a, b) => a / b, "division by zero, or a number too large"),
  abs: arithmetic(Math.abs, false),
  floor: arithmetic(Math.floor, false),
  sqrt: arithmetic(Math.sqrt, "a negative number has no root"),
  numberText: {
    type: "text",
    blank: "own",
    fails: false,
    cost: 40,
    price: shortText,
    meaning: ([a = null]) => (a === null ? "" : numberText(asNumber(a))),
  },
  parseNumber: {
    type: "number",
    blank: "own",
    fails: "the text is not a number",
    cost: 60,
    price: /* @__PURE__ */ reading(PARSE),
    meaning: ([text]) => (text === "" ? null : orError(parseNumberText(asText(text)))),
  },
};

/** Operands are finite, and there is no -0. */
function arithmetic(
  compute: (...operands: readonly number[]) => number,
  fails: string | false,
): StrictRecord<Exclude<keyof NumberData, "numberText" | "parseNumber">> {
  return {
    type: "number",
    blank: "strict",
    fails,
    cost: 1,
    price: fixed,
    meaning: (operands) => {
      const result = compute(...operands.map(asNumber));
      return Number.isFinite(result) ? result + 0 : ERROR;
    },
  };
}
