import { type CoreNode, type NodeOf, operandOf } from "../../../language/core/node.ts";
import { and, choose, NULL, notNullTest, or, type SqlFragment, sql } from "../sql-fragment.ts";
import { emptyText, integerLiteral, numberLiteral, sameText } from "./constants.ts";
import { apply, applyInPart, bothValid, type Context, type ValueSql } from "./context.ts";
import { checkedValue } from "./strict.ts";

/** An upper limit of counts and positions in texts: a larger number has the same effect. */
export const MOST_CODE_POINTS = 2 ** 30;

/** Converts an integer of the dialect to a number. */
export function asNumber(context: Context, integer: ValueSql): ValueSql {
  const number = apply("a number", context.dialect.operations.float, integer.sql);
  return { ...integer, sql: number };
}

/** Rounds a number down to an integer of the dialect, and clamps it. */
export function count(
  context: Context,
  node: CoreNode,
  value: ValueSql,
  least: number,
  most: number,
): SqlFragment {
  const { dialect } = context;
  const whole = (n: number): SqlFragment => integerLiteral(dialect, n);
  if (node.op === "literal") {
    return whole(Math.min(Math.max(Math.floor(Number(node.data)), least), most));
  }
  const { low, high } = context.bounds.number(node);
  const rounded = roundedDown(context, node, value.sql);
  const integer = apply("a count", dialect.operations.integer, rounded);
  const branches: (readonly [SqlFragment, SqlFragment])[] = [];
  if (low < least)
    branches.push([sql`${value.sql} < ${numberLiteral(dialect, least)}`, whole(least)]);
  if (high > most)
    branches.push([sql`${value.sql} > ${numberLiteral(dialect, most)}`, whole(most)]);
  return choose(branches, integer);
}

export function roundedDown(context: Context, node: CoreNode, value: SqlFragment): SqlFragment {
  if (context.bounds.number(node).whole) return value;
  return apply("floor", context.dialect.operations.floor, value);
}

export function ofNumber(context: Context, node: NodeOf<"abs" | "floor">): ValueSql {
  const a = context.value(operandOf(node));
  return { ...a, sql: apply(node.op, context.dialect.operations[node.op], a.sql) };
}

export function sqrt(context: Context, node: CoreNode): ValueSql {
  const a = checkedValue(context, operandOf(node));
  const root = apply("sqrt", context.dialect.operations.sqrt, a.sql);
  const positive = sql`${a.sql} >= ${numberLiteral(context.dialect, 0)}`;
  return { ...a, sql: choose([[positive, root]]), mayFail: true };
}

export function parseNumber(context: Context, node: CoreNode): ValueSql {
  const text = checkedValue(context, operandOf(node));
  const empty = sameText(context, text.sql, emptyText(context));
  const { sql: number, valid } = applyInPart(
    context,
    "parseNumber",
    context.dialect.operations.parseNumber,
    text.sql,
  );
  const isEmpty = and(notNullTest(text.sql), empty);
  return {
    sql: choose([[empty, NULL]], number),
    // This must not be NULL: an error is not blank.
    blank: text.mayFail ? isEmpty : empty,
    mayFail: true,
    loose: false,
    valid: bothValid(text, { valid: valid === undefined ? undefined : or(isEmpty, valid) }),
  };
}
