import type { CoreNode } from "../../../language/core/node.ts";
import { atom, sql } from "../sql-fragment.ts";
import type { Context, Inside, ValueSql } from "./context.ts";
import { monotoneTest } from "./monotone-test.ts";
import type { NodeBounds } from "./number-bounds.ts";
import { isComparisonOfNumbers } from "./number-nodes.ts";
import { isShortened } from "./shortened-numbers.ts";
import { writeTruth, writeValue } from "./write-operations.ts";

/** Contexts for the inner nodes of a tree of numbers, whose leaves are given. */
export function insideOf(outer: Context): Inside {
  return (values, bounds = outer.bounds) => {
    const known = new Map(values);
    const context = contextWith(outer, bounds, {
      value: (node) => {
        const made = known.get(node) ?? writeValue(context, node);
        known.set(node, made);
        return made;
      },
      truth: (node, wanted) => {
        const given = values.get(node);
        if (given !== undefined) {
          return { sql: sql`${given.sql} = ${wanted ? atom`1` : atom`0`}`, valid: undefined };
        }
        return isComparisonOfNumbers(node)
          ? writeTruth(context, node, wanted)
          : outer.truth(node, wanted);
      },
    });
    return context;
  };
}

/**
 * A context in which nothing is shortened except the leaves of trees of numbers.
 *
 * @param memoised the value of a node, which is written by `write` if it is not known yet
 */
export function guardedContext(
  outer: Context,
  memoised: (node: CoreNode, write: () => ValueSql) => ValueSql,
): Context {
  const isPart = (node: CoreNode): boolean => isShortened(outer, node);
  const context = contextWith(outer, outer.bounds, {
    value: (node) =>
      isPart(node) ? memoised(node, () => writeValue(context, node)) : outer.value(node),
    truth: (node, wanted) =>
      isComparisonOfNumbers(node) && node.operands.some(isPart)
        ? (monotoneTest(context, node, wanted) ?? writeTruth(context, node, wanted))
        : outer.truth(node, wanted),
  });
  return context;
}

function contextWith(
  { dialect, table, leavesNumbers, present, column, note }: Context,
  bounds: NodeBounds,
  methods: Pick<Context, "value" | "truth">,
): Context {
  return { dialect, table, bounds, leavesNumbers, present, column, note, ...methods };
}
