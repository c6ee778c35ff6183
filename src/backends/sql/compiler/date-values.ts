import { type CoreNode, type NodeOf, operandOf, operandsOf } from "../../../language/core/node.ts";
import { LAST_DATE, MIN_DATE } from "../../../language/values/date/index.ts";
import type { BoundType } from "../dialect-definition.ts";
import { and, choose, type SqlFragment, sql, TRUE } from "../sql-fragment.ts";
import { numberLiteral } from "./constants.ts";
import { apply, bothValid, type Context, NotInSql, type ValueSql } from "./context.ts";
import { blankOfStrict, checkedValue, strict } from "./strict.ts";

function inDateRange(context: Context, date: SqlFragment): SqlFragment {
  const { literal: literals } = context.dialect;
  return and(
    sql`${date} >= ${literals.date(MIN_DATE)}`,
    sql`${date} <= ${literals.date(LAST_DATE)}`,
  );
}

/** Longer values are bound to a name instead of repeated, if the engine can do that. */
const LONG_VALUE = 100;

/** SQL that uses values several times. Long values are bound to names. */
function named(
  { dialect: { bind } }: Context,
  alias: string,
  values: readonly SqlFragment[],
  use: (values: readonly SqlFragment[]) => SqlFragment,
  types: readonly BoundType[],
): SqlFragment {
  const size = values.reduce((sum, value) => sum + value.size, 0);
  return bind === undefined || size <= LONG_VALUE ? use(values) : bind(alias, values, use, types);
}

export function addMilliseconds(context: Context, node: CoreNode): ValueSql {
  const [, amountNode] = operandsOf(node);
  const { dialect } = context;
  const { addMilliseconds: add, millisecondsBetween, floor } = dialect.operations;
  const move = (from: SqlFragment, by: SqlFragment): SqlFragment =>
    apply("addMilliseconds", add, from, by);
  return movedDate(context, node, 2 * (LAST_DATE - MIN_DATE), (from, by) => {
    if (context.bounds.number(amountNode).whole) return move(from, by);
    // The language rounds this sum, so the SQL must add the same numbers in the same order.
    const epoch = dialect.literal.date(0);
    const instant = apply("millisecondsBetween", millisecondsBetween, from, epoch);
    const sum = sql`${sql`${instant} + ${by}`} + ${numberLiteral(dialect, 0.5)}`;
    return move(epoch, apply("floor", floor, sum));
  });
}

/** Moving by more months takes every date out of the range. */
const MOST_MONTHS = 4800;

export function addMonths(context: Context, node: CoreNode): ValueSql {
  const [, monthsNode] = operandsOf(node);
  /* v8 ignore start -- `DATEADD` itself truncates fractions of a month */
  if (!context.bounds.number(monthsNode).whole) {
    throw new NotInSql("a date is moved by whole months only");
  }
  /* v8 ignore stop */
  const { integer, addMonths: add } = context.dialect.operations;
  return movedDate(context, node, MOST_MONTHS, (from, by) => {
    const months = apply("a count", integer, by);
    return apply("addMonths", add, from, months);
  });
}

/**
 * Moves a date. NULL if the engine cannot represent the amount, or if the date leaves the language's range.
 *
 * @param most moving by more takes every date out of the range
 */
function movedDate(
  context: Context,
  node: CoreNode,
  most: number,
  move: (from: SqlFragment, by: SqlFragment) => SqlFragment,
): ValueSql {
  const [dateNode, amountNode] = operandsOf(node);
  const date = checkedValue(context, dateNode);
  const amount = checkedValue(context, amountNode);
  const { low, high } = context.bounds.number(amountNode);
  const bound = (value: number): SqlFragment => numberLiteral(context.dialect, value);
  const moved = (from: SqlFragment, by: SqlFragment): SqlFragment => {
    const target = move(from, by);
    const use = ([known = target]: readonly SqlFragment[]): SqlFragment =>
      choose([[inDateRange(context, known), known]]);
    const sound = named(context, `m${node.id}`, [target], use, ["date"]);
    const isMovable = and(
      low < -most ? sql`${by} >= ${bound(-most)}` : TRUE,
      high > most ? sql`${by} <= ${bound(most)}` : TRUE,
    );
    return isMovable === TRUE ? sound : choose([[isMovable, sound]]);
  };
  const use = ([from = date.sql, by = amount.sql]: readonly SqlFragment[]): SqlFragment =>
    moved(from, by);
  return {
    sql: named(context, `v${node.id}`, [date.sql, amount.sql], use, ["date", "number"]),
    blank: blankOfStrict(date, amount),
    mayFail: true,
    loose: false,
    valid: bothValid(date, amount),
  };
}

export function datePart(context: Context, node: NodeOf<"datePart">): ValueSql {
  const date = checkedValue(context, operandOf(node));
  return strict(
    context,
    `the ${node.data} of a date`,
    context.dialect.operations.datePart,
    [date],
    [date.sql, node.data],
  );
}

export function startOf(context: Context, node: NodeOf<"startOf">): ValueSql {
  const date = checkedValue(context, operandOf(node));
  return strict(
    context,
    `the start of the ${node.data}`,
    context.dialect.operations.startOf,
    [date],
    [date.sql, node.data],
  );
}

export function timeBetween(
  context: Context,
  node: NodeOf<"millisecondsBetween" | "monthsBetween">,
): ValueSql {
  const [a, b] = operandsOf(node).map((operand) => checkedValue(context, operand)) as [
    ValueSql,
    ValueSql,
  ];
  return strict(context, node.op, context.dialect.operations[node.op], [a, b], [a.sql, b.sql]);
}
