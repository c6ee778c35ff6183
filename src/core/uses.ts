import type { CoreNode } from "./node.ts";

/** How often each node below a root, and the root, stands as an operand. */
export function countUses(...roots: readonly CoreNode[]): ReadonlyMap<CoreNode, number> {
  const uses = new Map<CoreNode, number>();
  const pending = [...roots];
  for (let node = pending.pop(); node !== undefined; node = pending.pop()) {
    const earlier = uses.get(node);
    uses.set(node, (earlier ?? 0) + 1);
    if (earlier === undefined) pending.push(...node.operands);
  }
  return uses;
}
