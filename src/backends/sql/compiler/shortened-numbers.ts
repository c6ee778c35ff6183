import type { CoreNode } from "../../../language/core/node.ts";
import type { DialectDefinition } from "../dialect-definition.ts";
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
export function isShortened({ overflow, bind }: DialectDefinition, node: CoreNode): boolean {
  if (overflow === "infinity" || node.type !== "number") return false;
  return bind === undefined ? isArithmeticPart(node) : isNumberPart(node);
}

/**
 * The value of a number, for engines that raise an error on overflow and underflow. If its SQL is long, numbers of a
 * normal magnitude are computed without guards, and for others, each part that is used several times has a name.
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
  const isSum = isArithmetic(node);
  if (bind === undefined) {
    if (direct.sql.size <= LONG_NUMBER.repeated || direct.blank !== undefined) return direct;
    const tree = NumberTree.of(context, node, isArithmeticPart);
    return (tree && normalOnly(tree, inside)) ?? writeValue(context, node);
  }
  if (direct.sql.size <= (isSum ? LONG_NUMBER.named : LONG_CHOICE)) return direct;
  const tree = NumberTree.of(context, node, isNumberPart);
  const made = tree && normalFirst(tree, inside, bind);
  if (tree === undefined || made === undefined) return writeValue(context, node);
  const isFaster = tree.isArithmetic && direct.blank === undefined;
  return isFaster || made.size < direct.sql.size ? { ...direct, sql: made } : direct;
}
