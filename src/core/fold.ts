import type { CoreNode } from "./node.ts";

/**
 * What `make` returns for a node, once it is in `known` for all operands: a walk over the core from the operands up.
 * It is a loop, because a formula may be thousands of nodes deep, which is more than the stack holds in a recursion.
 *
 * @param known the results so far; `make` reads those of the operands there
 * @param needed the operands that `make` reads, unless it reads all; it is asked again after each of them is known
 */
export function fold<T>(
  root: CoreNode,
  known: Map<CoreNode, T>,
  make: (node: CoreNode) => T,
  needed: (node: CoreNode) => readonly CoreNode[] = ({ operands }) => operands,
): T {
  const pending = [root];
  for (;;) {
    const node = pending[pending.length - 1] ?? root;
    const earlier = known.get(node);
    if (earlier !== undefined || known.has(node)) {
      pending.pop();
      // An `undefined` that is known is a T.
      if (pending.length === 0) return earlier as T;
      continue;
    }
    const { length } = pending;
    for (const operand of needed(node)) if (!known.has(operand)) pending.push(operand);
    if (pending.length === length) known.set(node, make(node));
  }
}

/** The node and all below it, each once, operands before what uses them. */
export function operandsFirst(...roots: readonly CoreNode[]): readonly CoreNode[] {
  const nodes = new Map<CoreNode, CoreNode>();
  for (const root of roots) fold(root, nodes, (node) => node);
  return [...nodes.values()];
}

/** So many levels of a core fit the stack several times over, whatever is done at each of them. */
const SAFE_DEPTH = 64;

/**
 * Nodes of a deep core, operands first, at which a recursion may stop: if each of them is computed before those that come
 * after it, and remembered, no computation is deeper than some levels. A core that is not deep has none.
 */
export function checkpoints(...roots: readonly CoreNode[]): readonly CoreNode[] {
  if (roots.every(({ id }) => id < SAFE_DEPTH)) return [];
  const found: CoreNode[] = [];
  const depths = new Map<CoreNode, number>();
  for (const root of roots) {
    fold(root, depths, (node) => {
      let depth = 0;
      for (const operand of node.operands) depth = Math.max(depth, 1 + (depths.get(operand) ?? 0));
      if (depth < SAFE_DEPTH) return depth;
      found.push(node);
      return 0;
    });
  }
  return found;
}
