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
  const isFalse =
    condition.mayFail || then.blank !== undefined || otherwise.blank !== undefined
      ? context.truth(condition, false)
      : undefined;
  const blanks: SqlFragment[] = [];
  if (then.blank !== undefined) blanks.push(and(isTrue.sql, then.blank));
  if (otherwise.blank !== undefined && isFalse !== undefined)
    blanks.push(and(isFalse.sql, otherwise.blank));
  return {
    sql:
      condition.mayFail && isFalse !== undefined
        ? choose([
            [isTrue.sql, then.sql],
            [isFalse.sql, otherwise.sql],
          ])
        : choose([[isTrue.sql, then.sql]], otherwise.sql),
    blank: blanks.length === 0 ? undefined : twoValued(or(...blanks)),
    mayFail: node.mayFail,
    loose: then.loose || otherwise.loose,
    valid: bothValid(isTrue, isFalse ?? isTrue, then, otherwise),
  };
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
