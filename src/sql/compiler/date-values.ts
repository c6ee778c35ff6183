import { type CoreNode, type NodeOf, operandOf, operandsOf } from "../../core/node.ts";
import { LAST_DATE, MIN_DATE } from "../../values/date/index.ts";
import type { BoundType } from "../dialect-definition.ts";
import { and, choose, type Fragment, sql } from "../fragment.ts";
import { numberLiteral } from "./constants.ts";
import { apply, bothValid, type Context, type ValueSql } from "./context.ts";
import { blankOfStrict, checkedValue, strict } from "./strict.ts";

function inDateRange(context: Context, date: Fragment): Fragment {
  const { literal: literals } = context.dialect;
  return and(
    sql`${date} >= ${literals.date(MIN_DATE)}`,
    sql`${date} <= ${literals.date(LAST_DATE)}`,
  );
}

/** Moved by more months, every date leaves the range. */
const MOST_MONTHS = 4800;

/** Longer values are not repeated if the engine can give them names. */
const LONG_VALUE = 100;

/** SQL that uses values several times: the engine gives them names if they are long. */
function named(
  { dialect: { bind } }: Context,
  alias: string,
  values: readonly Fragment[],
  use: (values: readonly Fragment[]) => Fragment,
  types: readonly BoundType[],
): Fragment {
  const size = values.reduce((sum, value) => sum + value.size, 0);
  return bind === undefined || size <= LONG_VALUE ? use(values) : bind(alias, values, use, types);
}

export function addMilliseconds(context: Context, node: CoreNode): ValueSql {
  const [dateNode, amountNode] = operandsOf(node);
  const date = checkedValue(context, dateNode);
  const amount = checkedValue(context, amountNode);
  const { dialect } = context;
  const most = 2 * (LAST_DATE - MIN_DATE);
  const { addMilliseconds: add, millisecondsBetween, floor } = dialect.operations;
  const move = (from: Fragment, by: Fragment): Fragment =>
    apply(context, "addMilliseconds", add, from, by).sql;
  const moved = (from: Fragment, by: Fragment): Fragment => {
    if (context.bounds.number(amountNode).whole) return move(from, by);
    // The language rounds this sum, so it has to add the same numbers in the same order.
    const epoch = dialect.literal.date(0);
    const instant = apply(context, "millisecondsBetween", millisecondsBetween, from, epoch).sql;
    const sum = sql`${sql`${instant} + ${by}`} + ${numberLiteral(dialect, 0.5)}`;
    return move(epoch, apply(context, "floor", floor, sum).sql);
  };
  return {
    sql: named(
      context,
      `v${node.id}`,
      [date.sql, amount.sql],
      ([from = date.sql, by = amount.sql]) => movedSafely(context, node, by, most, moved(from, by)),
      ["date", "number"],
    ),
    blank: blankOfStrict(date, amount),
    mayFail: true,
    loose: false,
    valid: bothValid(date, amount),
  };
}

/** A date moved by an amount. NULL if the engine cannot take the amount, or if the date leaves the language's range. */
function movedSafely(
  context: Context,
  node: CoreNode,
  amount: Fragment,
  most: number,
  moved: Fragment,
): Fragment {
  const [, amountNode] = operandsOf(node);
  const { low, high } = context.bounds.number(amountNode);
  const within: Fragment[] = [];
  if (low < -most) within.push(sql`${amount} >= ${numberLiteral(context.dialect, -most)}`);
  if (high > most) within.push(sql`${amount} <= ${numberLiteral(context.dialect, most)}`);
  const sound = named(
    context,
    `m${node.id}`,
    [moved],
    ([date = moved]) => choose([[inDateRange(context, date), date]]),
    ["date"],
  );
  return within.length === 0 ? sound : choose([[and(...within), sound]]);
}

export function addMonths(context: Context, node: CoreNode): ValueSql {
  const [dateNode, monthsNode] = operandsOf(node);
  const date = checkedValue(context, dateNode);
  const months = checkedValue(context, monthsNode);
  const { dialect } = context;
  const zero = numberLiteral(dialect, 0);
  const floor = (value: Fragment): Fragment =>
    apply(context, "floor", dialect.operations.floor, value).sql;
  const { whole, low } = context.bounds.number(monthsNode);
  const truncated = (amount: Fragment): Fragment =>
    whole
      ? amount
      : low >= 0
        ? floor(amount)
        : choose(
            [[sql`${amount} < ${zero}`, sql`${zero} - ${floor(sql`${zero} - ${amount}`)}`]],
            floor(amount),
          );
  const { integer, addMonths: add } = dialect.operations;
  const moved = (from: Fragment, amount: Fragment): Fragment =>
    apply(
      context,
      "addMonths",
      add,
      from,
      apply(context, "a count", integer, truncated(amount)).sql,
    ).sql;
  return {
    sql: named(
      context,
      `v${node.id}`,
      [date.sql, months.sql],
      ([from = date.sql, by = months.sql]) =>
        movedSafely(context, node, by, MOST_MONTHS, moved(from, by)),
      ["date", "number"],
    ),
    blank: blankOfStrict(date, months),
    mayFail: true,
    loose: false,
    valid: bothValid(date, months),
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
