import type { CoreNode } from "./node.ts";

/**
 * Walks over the core bottom-up, calls `make` for each node, and returns its result for the root. This is a loop,
 * because a formula may be thousands of nodes deep: recursion would overflow the stack.
 *
 * @param known the results so far, which the walk extends; `make` finds those of the operands there
 * @param needed the operands that `make` reads, if not all; called again after each of them is known
 */
export function fold<T>(
  root: CoreNode,
  known: Map<CoreNode, T>,
  make: (node: CoreNode) => T,
  needed: (node: CoreNode) => readonly CoreNode[] = ({ operands }) => operands,
): T {
  const pending = [root];
  for (;;) {
    /* v8 ignore next -- `pending` is not empty */
    const node = pending[pending.length - 1] ?? root;
    const earlier = known.get(node);
    if (earlier !== undefined || known.has(node)) {
      pending.pop();
      // `known` contains the node, so an `undefined` here is a T.
      if (pending.length === 0) return earlier as T;
      continue;
    }
    const { length } = pending;
    for (const operand of needed(node)) if (!known.has(operand)) pending.push(operand);
    if (pending.length === length) known.set(node, make(node));
  }
}

/** All nodes below some roots of one core, without duplicates; operands precede the nodes that use them. */
export function operandsFirst(...roots: readonly CoreNode[]): readonly CoreNode[] {
  // A node is created after its operands, so it has a larger id.
  const byId: CoreNode[] = [];
  const pending = [...roots];
  for (let node = pending.pop(); node !== undefined; node = pending.pop()) {
    if (byId[node.id] !== undefined) continue;
    byId[node.id] = node;
    for (const operand of node.operands) pending.push(operand);
  }
  // Nodes outside the roots leave holes, which `filter` skips.
  return byId.filter(() => true);
}

/** Recursion over a core may go this deep: the stack has room for several times this depth. */
const SAFE_DEPTH = 64;

/**
 * Nodes that cut a deep core into shallow parts, operands first. If they are computed in this order and memoised,
 * recursion never goes deeper than `SAFE_DEPTH` levels. A shallow core has no checkpoints.
 */
export function checkpoints(...roots: readonly CoreNode[]): readonly CoreNode[] {
  if (roots.every(({ id }) => id < SAFE_DEPTH)) return [];
  const found: CoreNode[] = [];
  const depths = new Map<CoreNode, number>();
  for (const root of roots) {
    fold(root, depths, (node) => {
      let depth = 0;
      for (const operand of node.operands) {
        /* v8 ignore next -- operands are visited before their node */
        depth = Math.max(depth, 1 + (depths.get(operand) ?? 0));
      }
      if (depth < SAFE_DEPTH) return depth;
      found.push(node);
      return 0;
    });
  }
  return found;
}
