import type { CoreNode, Operation } from "../core/node.ts";
import { hasOnlyBasicOrder } from "../values/text/index.ts";

export const ARITHMETIC = { add: "+", subtract: "-", multiply: "*", divide: "/" } as const;
export const ORDERS = { less: "<", lessOrEqual: "<=" } as const;
/** These keep a blank, which is `Infinity`, and an error, which is `NaN`. */
export const ROUNDINGS = { abs: "Math.abs", floor: "Math.floor", sqrt: "Math.sqrt" } as const;
export const TEXT_METHODS = {
  contains: "includes",
  startsWith: "startsWith",
  endsWith: "endsWith",
} as const;

export type BareNode = Extract<CoreNode, { readonly op: keyof typeof ARITHMETIC }>;
export type OrderNode = Extract<CoreNode, { readonly op: keyof typeof ORDERS }>;
export type TextTestNode = Extract<CoreNode, { readonly op: keyof typeof TEXT_METHODS }>;

export function isTextTest(node: CoreNode): node is TextTestNode {
  return node.op in TEXT_METHODS;
}

/** Whether every comparison with this text is in the engine's own order. */
export function hasBasicOrder(node: CoreNode): boolean {
  return node.op === "literal" && typeof node.data === "string" && hasOnlyBasicOrder(node.data);
}

export function isGiven({ op }: CoreNode): boolean {
  return op === "literal" || op === "parameter";
}

/** Whether this is arithmetic that is never blank, so that every result that is not finite is an error. */
export function isBare(node: CoreNode): node is BareNode {
  return node.op in ARITHMETIC && !node.mayBeBlank;
}

export function isNumeric({ type }: CoreNode): boolean {
  return type === "number" || type === "date";
}

export function errorWord(node: CoreNode): string {
  return isNumeric(node) ? "NaN" : "null";
}

/** Operations that take no longer than a look at what was remembered. */
const QUICK: ReadonlySet<Operation> = new Set<Operation>([
  "literal",
  "blank",
  "fail",
  "parameter",
  "field",
  "orElse",
  "if",
  "and",
  "or",
  "not",
  "isBlank",
  "equal",
  "less",
  "lessOrEqual",
  "add",
  "subtract",
  "multiply",
  "divide",
  "abs",
  "floor",
  "sqrt",
]);
/** A larger expression is computed in parts, as far as it is needed. */
const MOST_EARLY = 60;

/** The computed numbers below a node that only it uses, several times, operands first; none unless all of it is quick. */
export function sharedNumbers(
  root: CoreNode,
  uses: ReadonlyMap<CoreNode, number>,
): readonly CoreNode[] {
  const within = new Map<CoreNode, number>();
  const pending = [...root.operands];
  for (let node = pending.pop(); node !== undefined; node = pending.pop()) {
    const earlier = within.get(node);
    within.set(node, (earlier ?? 0) + 1);
    if (earlier !== undefined) continue;
    const isQuick = QUICK.has(node.op) && (node.type === "number" || node.type === "boolean");
    if (!isQuick || within.size > MOST_EARLY) return [];
    pending.push(...node.operands);
  }
  // If something else uses a part as well, what is below that part does not belong to this node alone.
  const computed = [...within].filter(([node]) => node.operands.length > 0);
  if (computed.some(([node, count]) => uses.get(node) !== count)) return [];
  return computed
    .filter(([{ type }, count]) => type === "number" && count > 1)
    .map(([node]) => node)
    .sort((a, b) => a.id - b.id);
}
