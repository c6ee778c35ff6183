import type { ErrorCause } from "../source/messages/error-cause.ts";
import { numberText, parseNumberText } from "../values/number/index.ts";
import { ERROR } from "../values/plain.ts";
import type { NumberData } from "./node.ts";
import type { StrictRecord, StrictRecords } from "./operation-record.ts";
import { asNumber, asText, orError } from "./plain-guards.ts";
import { fixed, PARSE, reading, shortText } from "./price-rules.ts";

export const NUMBER_OPERATIONS: StrictRecords<keyof NumberData> = {
  add: arithmetic((a, b) => a + b, "number-too-large"),
  subtract: arithmetic((a, b) => a - b, "number-too-large"),
  multiply: arithmetic((a, b) => a * b, "number-too-large"),
  divide: arithmetic((a, b) => a / b, "division"),
  abs: arithmetic(Math.abs, false),
  floor: arithmetic(Math.floor, false),
  sqrt: arithmetic(Math.sqrt, "negative-root"),
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
    fails: "not-a-number",
    cost: 60,
    price: /* @__PURE__ */ reading(PARSE),
    meaning: ([text]) => (text === "" ? null : orError(parseNumberText(asText(text)))),
  },
};

/** Operands are finite, and there is no -0. */
function arithmetic(
  compute: (...operands: readonly number[]) => number,
  fails: ErrorCause | false,
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
