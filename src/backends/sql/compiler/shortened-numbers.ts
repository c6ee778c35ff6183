import type { CoreNode } from "../../../language/core/node.ts";
import type { Context, Inside, ValueSql } from "./context.ts";
import { normalFirst, normalOnly } from "./normal-numbers.ts";
import { isArithmetic, isArithmeticPart, isNumberPart } from "./number-nodes.ts";
import { NumberTree } from "./number-tree.ts";
import { writeValue } from "./write-operations.ts";

/**
 * If a number is longer than this, its SQL tests the leaves of its tree first. On an engine that cannot bind names, some
 * records are then left to memory, so the limit is higher there.
 */
const LONG_NUMBER = { named: 300, repeated: 1500 };

/** As {@link LONG_NUMBER}, for a number that is chosen by conditions: its SQL is fast unless it repeats long parts. */
const LONG_CHOICE = 1000;

/** Whether a number may be a tree whose SQL is shortened. */
export function isShortened(context: Context, node: CoreNode): boolean {
  return node.type === "number" && (innerNodesOf(context)?.(node) ?? false);
}

/** Whether a node belongs to a tree with its operands; `undefined` if no number is shortened. */
function innerNodesOf({
  dialect,
  leavesNumbers,
}: Context): ((node: CoreNode) => boolean) | undefined {
  if (leavesNumbers) return isNumberPart;
  if (dialect.overflow === "infinity") return undefined;
  // Without names, choices are computed for all records if their SQL is not too long.
  return dialect.bind === undefined ? isArithmeticPart : isNumberPart;
}

/**
 * The value of a number, for engines that raise an error on overflow and underflow. If its SQL is long, numbers of a
 * normal magnitude are computed without guards, and for others, each part that is used several times has a name. If the
 * engine cannot bind names, others are left to memory.
 *
 * @param guarded a context in which nothing is shortened except the leaves of trees
 */
export function shortened(
  context: Context,
  inside: Inside,
  guarded: Context,
  node: CoreNode,
): ValueSql {
  const { bind } = context.dialect;
  const direct = guarded.value(node);
  const { named, repeated } = LONG_NUMBER;
  const longest = bind === undefined ? repeated : isArithmetic(node) ? named : LONG_CHOICE;
  const isInner = innerNodesOf(context);
  if (isInner === undefined || direct.sql.size <= longest) return direct;
  const tree = NumberTree.of(context, node, isInner);
  if (tree === undefined) return writeValue(context, node);
  if (bind === undefined) return normalOnly(tree, inside) ?? writeValue(context, node);
  const made = normalFirst(tree, inside, bind);
  if (made === undefined) return writeValue(context, node);
  const isFaster = tree.isArithmetic && direct.blank === undefined;
  return isFaster || made.size < direct.sql.size ? { ...direct, sql: made } : direct;
}
