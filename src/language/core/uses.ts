import { ownCost } from "./cost.ts";
import { checkpoints } from "./fold.ts";
import type { CoreNode, Operation } from "./node.ts";

/** How often each node of a graph is an operand. Being a root does not count as a use. */
export function countUses(...roots: readonly CoreNode[]): ReadonlyMap<CoreNode, number> {
  const uses = new Map<CoreNode, number>(roots.map((root) => [root, 0]));
  const pending = [...uses.keys()];
  for (let node = pending.pop(); node !== undefined; node = pending.pop()) {
    for (const operand of node.operands) {
      const earlier = uses.get(operand);
      uses.set(operand, (earlier ?? 0) + 1);
      if (earlier === undefined) pending.push(operand);
    }
  }
  return uses;
}

/**
 * A node of at most this cost that reads only fields, parameters and literals is as fast to recompute as to memoise.
 */
const MOST_CHEAP_COST = 4;

const CHEAP_LEAVES: ReadonlySet<Operation> = new Set<Operation>(["literal", "field", "parameter"]);

/**
 * The nodes whose values are memoised for a record: the checkpoints of a deep core, and shared nodes that are not
 * cheap. Without memoisation, each level of nesting could double the cost.
 */
export function rememberedNodes(...roots: readonly CoreNode[]): ReadonlySet<CoreNode> {
  const remembered = new Set<CoreNode>(checkpoints(...roots));
  for (const [node, uses] of countUses(...roots)) {
    if (uses > 1 && isWorthMemoising(node)) remembered.add(node);
  }
  return remembered;
}

function isWorthMemoising(node: CoreNode): boolean {
  if (ownCost(node) > MOST_CHEAP_COST) return true;
  return node.operands.some(({ op }) => !CHEAP_LEAVES.has(op));
}

/** Whether a graph reads the clock. */
export function usesClock(...roots: readonly CoreNode[]): boolean {
  return [...countUses(...roots).keys()].some(({ op }) => op === "now");
}
