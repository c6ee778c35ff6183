import { type CoreNode, operandsOf, threeOperandsOf } from "../../../language/core/node.ts";
import { and, choose, FALSE, or, type SqlFragment, sql } from "../sql-fragment.ts";
import { branchOfPlainComparison } from "./carried-errors.ts";
import { plainComparison } from "./comparisons.ts";
import { bothValid, type Context, type ValueSql } from "./context.ts";
import { isComparisonOfNumbers } from "./number-nodes.ts";

export function choice(context: Context, node: CoreNode): ValueSql {
  const plain = plainChoice(context, node);
  if (plain !== undefined) return plain;
  const [condition, left, right] = threeOperandsOf(node);
  const isTrue = context.truth(condition, true);
  const then = context.value(left);
  const otherwise = context.value(right);
  // A blank operand makes an order false. So if the order holds, its operands are not blank.
  const ordered = orderedBy(condition);
  const thenBlank = ordered.includes(left) ? undefined : then.blank;
  const isBlankOtherwise = !condition.mayFail && ordered.includes(right);
  const isFalse =
    condition.mayFail || thenBlank !== undefined || (otherwise.blank && !isBlankOtherwise)
      ? context.truth(condition, false)
      : undefined;
  const blanks: SqlFragment[] = [];
  if (thenBlank !== undefined) blanks.push(and(isTrue.sql, thenBlank));
  if (otherwise.blank !== undefined && isFalse !== undefined)
    blanks.push(and(isFalse.sql, otherwise.blank));
  const blank = blanks.length === 0 ? undefined : twoValued(or(...blanks));
  return {
    sql:
      condition.mayFail && isFalse !== undefined
        ? choose([
            [isTrue.sql, then.sql],
            [isFalse.sql, otherwise.sql],
          ])
        : choose([[isTrue.sql, then.sql]], otherwise.sql),
    blank: isFalse === undefined ? otherwise.blank : blank,
    mayFail: node.mayFail,
    loose: then.loose || otherwise.loose,
    valid: bothValid(isTrue, isFalse ?? isTrue, then, otherwise),
  };
}

/** The numbers or dates whose order is a condition. */
function orderedBy({ op, operands }: CoreNode): readonly CoreNode[] {
  return op === "less" || op === "lessOrEqual" ? operands : [];
}

/** A choice whose branches are errors for each record for which the comparison is one. */
function plainChoice(context: Context, node: CoreNode): ValueSql | undefined {
  const wanted = branchOfPlainComparison(context, node);
  const [condition, left, right] = threeOperandsOf(node);
  if (wanted === undefined || !isComparisonOfNumbers(condition)) return undefined;
  const test = plainComparison(context, condition, wanted);
  const [then, otherwise] = [context.value(left), context.value(right)];
  const [taken, other] = wanted ? [then, otherwise] : [otherwise, then];
  return {
    sql: choose([[test.sql, taken.sql]], other.sql),
    blank: undefined,
    mayFail: node.mayFail,
    loose: then.loose || otherwise.loose,
    valid: bothValid(test, then, otherwise),
  };
}

/** The condition with NULL replaced by FALSE. */
function twoValued(condition: SqlFragment): SqlFragment {
  return sql`${choose([[condition, sqlOne]], sqlZero)} = 1`;
}

export function orElse(context: Context, node: CoreNode): ValueSql {
  const [first, second] = operandsOf(node);
  const value = context.value(first);
  const otherwise = context.value(second);
  if (value.blank === undefined) return value;
  const blank = otherwise.blank === undefined ? undefined : and(value.blank, otherwise.blank);
  return {
    sql: orElseSql(context, first, value, otherwise.sql),
    blank,
    mayFail: node.mayFail,
    loose: value.loose || otherwise.loose,
    valid: bothValid(value, otherwise),
  };
}

function orElseSql(
  { dialect: { ifNull } }: Context,
  first: CoreNode,
  { sql: value, blank = FALSE }: ValueSql,
  otherwise: SqlFragment,
): SqlFragment {
  // A numeric column is NULL exactly if it is blank.
  return ifNull !== undefined && first.op === "field" && first.type === "number"
    ? ifNull(value, otherwise)
    : choose([[blank, otherwise]], value);
}

const sqlOne = sql`1`;
const sqlZero = sql`0`;
