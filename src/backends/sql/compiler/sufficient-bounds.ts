import type { CoreNode } from "../../../language/core/node.ts";
import { boundsOfOperands, mayRaise } from "./arithmetic-range.ts";
import { NodeBounds, type NumberBounds } from "./number-bounds.ts";
import { isArithmetic } from "./number-nodes.ts";
import type { NumberTree } from "./number-tree.ts";

/** Numbers in records are rarely above these, or closer to 0 than their inverses. */
const NORMAL_BOUNDS = [2 ** 200, 2 ** 100, 2 ** 50];

/** With more leaves, all are tested: finding out which tests are needed would take too long. */
const FEW_LEAVES = 6;

/** The bounds of a leaf that passed a test of its magnitude, of its distance from 0, or both. */
type Narrow = (
  bounds: NumberBounds,
  bound: number,
  size: boolean,
  distance: boolean,
) => NumberBounds;

/** The bounds of a leaf that is 0, or a number of a normal magnitude. */
export const normalUpTo: Narrow = (bounds, bound, size, distance) => ({
  low: size ? Math.max(bounds.low, -bound) : bounds.low,
  high: size ? Math.min(bounds.high, bound) : bounds.high,
  whole: bounds.whole,
  tiny: distance ? Math.max(bounds.tiny, 1 / bound) : bounds.tiny,
});

/** The bounds of a leaf that is positive and of a normal magnitude. */
export const positiveUpTo: Narrow = (bounds, bound, size, distance) => {
  const normal = normalUpTo(bounds, bound, size, distance);
  return distance ? { ...normal, low: Math.max(normal.low, 1 / bound) } : normal;
};

/** Leaves that need no test of their magnitude, and leaves that need no test of their distance from 0. */
interface Free {
  readonly size: Set<CoreNode>;
  readonly distance: Set<CoreNode>;
}

/**
 * Bounds of the leaves within which no operation of a tree can overflow or underflow, with as few tests as possible.
 * `undefined` if there are none.
 */
export function sufficientBounds(tree: NumberTree, narrow: Narrow): NodeBounds | undefined {
  const { context, leaves } = tree;
  const operations = [...tree.nodes].filter(isArithmetic).filter((node) => !leaves.has(node));
  const varying = tree.numbers.filter(({ op }) => op !== "literal");

  function narrowed(bound: number, { size, distance }: Free): NodeBounds | undefined {
    const known = varying.map((leaf) => {
      const bounds = context.bounds.number(leaf);
      return [leaf, narrow(bounds, bound, !size.has(leaf), !distance.has(leaf))] as const;
    });
    const made = new NodeBounds(context.table, context.dialect, known);
    const isUnsafe = operations.some((node) =>
      mayRaise(context.dialect, node, boundsOfOperands(node, made)),
    );
    return isUnsafe ? undefined : made;
  }

  const free: Free = { size: new Set(), distance: new Set() };
  for (const bound of NORMAL_BOUNDS) {
    let found = narrowed(bound, free);
    if (found === undefined) continue;
    if (leaves.size > FEW_LEAVES) return found;
    // The first operand is the least likely to be NULL, so its test is the last to be dropped.
    const last = [...varying].reverse();
    for (const some of [free.size, free.distance]) {
      // Most often none needs the test.
      for (const leaf of last) some.add(leaf);
      const widest = narrowed(bound, free);
      if (widest !== undefined) {
        found = widest;
        continue;
      }
      some.clear();
      for (const leaf of last) {
        some.add(leaf);
        const wider = narrowed(bound, free);
        if (wider === undefined) some.delete(leaf);
        else found = wider;
      }
    }
    return found;
  }
  return undefined;
}
