import type { Plain } from "../values/plain.ts";
import { compareText } from "../values/text/index.ts";
import type { ConditionData } from "./node.ts";
import type { StrictRecords } from "./operation-record.ts";
import { asText, asTextOrNumber } from "./plain-guards.ts";
import { COMPARE, comparing, fixed, reading } from "./price-rules.ts";

const TEST = { type: "boolean", blank: "own", fails: false } as const;

export const CONDITION_OPERATIONS: StrictRecords<keyof ConditionData> = {
  not: { ...TEST, cost: 0, holds: 0.5, price: fixed, meaning: ([a]) => a !== true },
  isBlank: { ...TEST, cost: 0.5, holds: 0.5, price: fixed, meaning: ([a]) => a === null },
  equal: {
    ...TEST,
    cost: 1,
    holds: 0.1,
    price: comparing,
    meaning: ([a = null, b = null]) => a === b,
  },
  among: {
    ...TEST,
    cost: 5,
    holds: 0.1,
    price: reading(COMPARE),
    meaning: ([a = null], alternatives) => a !== null && alternatives.has(asTextOrNumber(a)),
  },
  less: {
    ...TEST,
    cost: 1,
    holds: 0.5,
    price: comparing,
    meaning: ([a = null, b = null]) => a !== null && b !== null && order(a, b) < 0,
  },
  lessOrEqual: {
    ...TEST,
    cost: 1,
    holds: 0.5,
    price: comparing,
    meaning: ([a = null, b = null]) => a !== null && b !== null && order(a, b) <= 0,
  },
};

/** Negative if a comes before b in the order of their type, positive if it comes after b, 0 if they are equal. */
function order(a: Plain, b: Plain): number {
  if (typeof a === "string") return compareText(a, asText(b));
  return Number(a) - Number(b) || 0;
}
