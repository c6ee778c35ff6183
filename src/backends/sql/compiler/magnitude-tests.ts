import type { CoreNode } from "../../../language/core/node.ts";
import { and, FALSE, or, type SqlFragment, sql, TRUE } from "../sql-fragment.ts";
import { equated, numberLiteral } from "./constants.ts";
import type { Context } from "./context.ts";
import type { NodeBounds, NumberBounds } from "./number-bounds.ts";
import type { NumberTree } from "./number-tree.ts";

/** TRUE if a leaf of a tree is present and within narrower bounds than the known ones. */
export function rangeTest(tree: NumberTree, leaf: CoreNode, narrowed: NodeBounds): SqlFragment {
  const { low, high } = narrowed.number(leaf);
  const { dialect, bounds } = tree.context;
  const known = bounds.number(leaf);
  const present = tree.column(leaf).sql;
  return and(
    known.low < low ? sql`${present} >= ${numberLiteral(dialect, low)}` : TRUE,
    known.high > high ? sql`${present} <= ${numberLiteral(dialect, high)}` : TRUE,
  );
}

/** TRUE exactly if a leaf of a tree is blank, or within narrower bounds than the known ones. */
export function blankOrRangeTest(
  tree: NumberTree,
  leaf: CoreNode,
  narrowed: NodeBounds,
): SqlFragment {
  const known = tree.context.bounds.number(leaf);
  const { sql: present, blank = FALSE } = tree.column(leaf);
  const test = boundsTest(tree.context, present, known, narrowed.number(leaf));
  return test === TRUE ? TRUE : or(blank, test);
}

/** Tests for positive numbers first, since most are. */
function boundsTest(
  { dialect }: Context,
  value: SqlFragment,
  known: NumberBounds,
  { low, high, tiny }: NumberBounds,
): SqlFragment {
  const number = (bound: number): SqlFragment => numberLiteral(dialect, bound);
  const notAbove = known.high > high ? sql`${value} <= ${number(high)}` : TRUE;
  const notBelow = known.low < low ? sql`${value} >= ${number(low)}` : TRUE;
  if (known.tiny >= tiny) return and(notAbove, notBelow);
  return or(
    and(sql`${value} >= ${number(tiny)}`, notAbove),
    sql`${equated(dialect, value)} = ${number(0)}`,
    known.low < 0 ? and(sql`${value} <= ${number(-tiny)}`, notBelow) : FALSE,
  );
}
