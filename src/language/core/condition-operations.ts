import type { Plain } from "../values/plain.ts";
import { compareText } from "../values/text/index.ts";
import type { ConditionData } from "./node.ts";
import type { StrictRecords } from "./operation-record.ts";
import { asText, asTextOrNumber } from "./plain-guards.ts";
import { COMPARE, comparing, fixed, reading } from "./price-rules.ts";

export const CONDITION_OPERATIONS: StrictRecords<keyof ConditionData> = {
  not: {
    type: "boolean",
    blank: "own",
    fails: false,
    cost: 0,
    price: fixed,
    meaning: ([a]) => a !== true,
  },
  isBlank: {
    type: "boolean",
    blank: "own",
    fails: false,
    cost: 0.5,
    price: fixed,
    meaning: ([a]) => a === null,
  },
  equal: {
    type: "boolean",
    blank: "own",
    fails: false,
    cost: 1,
    price: comparing,
    meaning: ([a = null, b = null]) => a === b,
  },
  among: {
    type: "boolean",
    blank: "own",
    fails: false,
    cost: 5,
    price: /* @__PURE__ */ reading(COMPARE),
    meaning: ([a = null], alternatives) => a !== null && alternatives.has(asTextOrNumber(a)),
  },
  less: {
    type: "boolean",
    blank: "own",
    fails: false,
    cost: 1,
    price: comparing,
    meaning: ([a = null, b = null]) => a !== null && b !== null && order(a, b) < 0,
  },
  lessOrEqual: {
    type: "boolean",
    blank: "own",
    fails: false,
    cost: 1,
    price: comparing,
    meaning: ([a = null, b = null]) => a !== null && b !== null && order(a, b) <= 0,
  },
};

/** Compares values of one type: negative if `a` precedes `b`, positive if it follows, 0 if they are equal. */
function order(a: Plain, b: Plain): number {
  if (typeof a === "string") return compareText(a, asText(b));
  return Number(a) - Number(b) || 0;
}
