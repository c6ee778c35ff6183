import type { CoreNode } from "../../language/core/node.ts";
import { hasOnlyBasicOrder } from "../../language/values/text/index.ts";

export const ARITHMETIC = { add: "+", subtract: "-", multiply: "*", divide: "/" } as const;
export const ORDERS = { less: "<", lessOrEqual: "<=" } as const;
/** These functions preserve a blank (`Infinity`) and an error (`NaN`). */
export const MATH_FUNCTIONS = { abs: "Math.abs", floor: "Math.floor", sqrt: "Math.sqrt" } as const;
export const TEXT_METHODS = {
  contains: "includes",
  startsWith: "startsWith",
  endsWith: "endsWith",
} as const;

export type BareNode = Extract<CoreNode, { readonly op: keyof typeof ARITHMETIC }>;
export type OrderNode = Extract<CoreNode, { readonly op: keyof typeof ORDERS }>;
export type TextTestNode = Extract<CoreNode, { readonly op: keyof typeof TEXT_METHODS }>;

/** Whether every comparison with this text follows the engine's own order. */
export function hasBasicOrder(node: CoreNode): boolean {
  return node.op === "literal" && typeof node.data === "string" && hasOnlyBasicOrder(node.data);
}

export function isGiven({ op }: CoreNode): boolean {
  return op === "literal" || op === "parameter";
}

/** Whether this is arithmetic that is never blank, so that every non-finite result is an error. */
export function isBare(node: CoreNode): node is BareNode {
  return node.op in ARITHMETIC && !node.mayBeBlank;
}

export function isNumeric({ type }: CoreNode): boolean {
  return type === "number" || type === "date";
}

export function errorWord(node: CoreNode): string {
  return isNumeric(node) ? "NaN" : "null";
}
