import { ownCost } from "./cost.ts";
import { checkpoints } from "./fold.ts";
import type { CoreNode } from "./node.ts";

/** How often each node of a graph stands as an operand; that the roots are asked for as well does not count. */
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

/** What costs no more is as well computed again as remembered. */
const NOT_WORTH_REMEMBERING = 4;

/**
 * The nodes whose values are remembered for a record. These are nodes that several others use, if they cost something
 * themselves or stand above others, since nesting could cost twofold at each level; and the checkpoints of a deep core.
 */
export function rememberedNodes(...roots: readonly CoreNode[]): ReadonlySet<CoreNode> {
  const remembered = new Set<CoreNode>(checkpoints(...roots));
  for (const [node, uses] of countUses(...roots)) {
    if (uses > 1 && isWorthRemembering(node)) remembered.add(node);
  }
  return remembered;
}

function isWorthRemembering(node: CoreNode): boolean {
  if (ownCost(node) > NOT_WORTH_REMEMBERING) return true;
  return node.operands.some(({ op }) => op !== "literal" && op !== "field");
}

/** Whether the clock decides about anything in a graph. */
export function usesClock(...roots: readonly CoreNode[]): boolean {
  return [...countUses(...roots).keys()].some(({ op }) => op === "now");
}
