import { operandsOf } from "../../../language/core/node.ts";
import { bothValid, type Context, type ValueSql } from "./context.ts";
import { GuardedArithmetic } from "./guarded-arithmetic.ts";
import { positiveTest } from "./normal-numbers.ts";
import { type ArithmeticNode, isArithmeticPart } from "./number-nodes.ts";
import { NumberTree } from "./number-tree.ts";
import { blankOfStrict, checked } from "./strict.ts";

/** Compiles arithmetic. A blank operand makes the result blank. */
export function arithmetic(context: Context, node: ArithmeticNode): ValueSql {
  const [left, right] = operandsOf(node);
  let a = context.value(left);
  let b = context.value(right);
  const mayBeBlank = a.blank !== undefined || b.blank !== undefined;
  if (mayBeBlank) a = checked(context, a);
  if (mayBeBlank || node.op === "divide") b = checked(context, b);
  const blank = blankOfStrict(a, b);
  const operation = new GuardedArithmetic(context, node, a.sql, b.sql);
  const valid = bothValid(a, b);
  if (context.dialect.overflow === "infinity") {
    const loose = a.loose || b.loose || operation.mayOverflow;
    return {
      sql: loose ? operation.plain() : operation.guarded(),
      blank,
      mayFail: node.mayFail,
      loose,
      normal: () => {
        const tree = NumberTree.of(context, node, isArithmeticPart);
        return tree && positiveTest(tree);
      },
      valid,
    };
  }
  return { sql: operation.guarded(), blank, mayFail: node.mayFail, loose: false, valid };
}
