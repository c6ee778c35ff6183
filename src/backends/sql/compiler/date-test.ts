import { dateRangesOf } from "../../../language/core/date-range.ts";
import { type CoreNode, operandOf } from "../../../language/core/node.ts";
import type { Field } from "../../../language/schema/index.ts";
import { LAST_DATE, MIN_DATE } from "../../../language/values/date/index.ts";
import type { DateColumnSql, DialectDefinition } from "../dialect-definition.ts";
import { and, FALSE, nullTest, or, related, type SqlFragment, sql } from "../sql-fragment.ts";
import type { Context } from "./context.ts";
import { dateColumn, fieldColumn } from "./typed-columns.ts";

/** A half-open range of dates. */
interface DateRange {
  readonly field: Field;
  readonly from: number;
  readonly to: number;
}

/**
 * Compiles a condition that holds for one range of dates to comparisons of the column itself. A date outside the
 * language's range counts as blank, and for blanks every such condition is FALSE.
 */
export function dateTest(
  context: Context,
  node: CoreNode,
  wanted: boolean,
): SqlFragment | undefined {
  if (node.op === "isBlank") {
    const operand = operandOf(node);
    if (operand.op !== "field" || operand.type !== "date") return undefined;
    return rangeTest(context, { field: operand.data, from: MIN_DATE, to: LAST_DATE + 1 }, !wanted);
  }
  if (node.op === "among") {
    const operand = operandOf(node);
    if (operand.op !== "field" || operand.type !== "date") return undefined;
    const { data: field } = operand;
    const tests = [...node.data].map((instant) => {
      return rangeTest(context, { field, from: Number(instant), to: Number(instant) + 1 }, wanted);
    });
    return wanted ? or(...tests) : and(...tests);
  }
  const found = dateRangesOf(node);
  if (found === undefined) return undefined;
  const { field, ranges, isInside } = found;
  const tests = ranges.length === 0 ? [NO_DATES] : ranges;
  const fragments = tests.map((range) =>
    rangeTest(context, { field, ...range }, isInside === wanted),
  );
  return isInside === wanted ? or(...fragments) : and(...fragments);
}

function rangeTest(context: Context, { field, from, to }: DateRange, wanted: boolean): SqlFragment {
  const column = fieldColumn(context, field);
  const kind = dateColumn(context, field);
  // An empty range must stay within the dates of the language.
  const first = Math.min(Math.max(from, MIN_DATE), LAST_DATE + 1);
  const last = Math.max(Math.min(to, LAST_DATE + 1), first);
  const needsFirst = !column.isInRange || first > MIN_DATE;
  const needsLast = !column.isInRange || last <= LAST_DATE;
  const dateTest = column.isInRange ? undefined : kind.dateTest;
  const compared = (relation: "<" | ">=", instant: number): SqlFragment =>
    comparedDate(context.dialect, kind, column.sql, relation, instant);
  if (wanted) {
    const conditions: SqlFragment[] = [];
    if (needsFirst) conditions.push(compared(">=", first));
    if (needsLast) conditions.push(compared("<", last));
    if (dateTest) conditions.push(dateTest(column.sql, true));
    if (conditions.length === 0 && column.isNullable) return sql`${column.sql} IS NOT NULL`;
    return and(...conditions);
  }
  return or(
    needsFirst ? compared("<", first) : FALSE,
    needsLast ? compared(">=", last) : FALSE,
    dateTest ? dateTest(column.sql, false) : FALSE,
    column.isNullable ? nullTest(column.sql) : FALSE,
  );
}

/** Compares a date column with an instant, directly if possible, so that its index can be used. */
export function comparedDate(
  { literal }: DialectDefinition,
  { bound, lastBound = LAST_DATE + 1, read }: DateColumnSql,
  column: SqlFragment,
  relation: "<" | ">=",
  instant: number,
): SqlFragment {
  return instant <= lastBound
    ? related(column, relation, bound(instant))
    : related(read(column), relation, literal.date(instant));
}

const NO_DATES = { from: MIN_DATE, to: MIN_DATE };
