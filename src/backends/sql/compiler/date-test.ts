import { dateRangesOf } from "../../../language/core/date-range.ts";
import { type CoreNode, operandOf } from "../../../language/core/node.ts";
import type { Field } from "../../../language/schema/index.ts";
import { LAST_DATE, MIN_DATE } from "../../../language/values/date/index.ts";
import { and, FALSE, type Fragment, isNull, or, sql } from "../sql-fragment.ts";
import type { Context } from "./context.ts";
import { dateColumn, fieldColumn } from "./typed-columns.ts";

/** Dates from one instant up to, but not including, another. */
interface DateRange {
  readonly field: Field;
  readonly from: number;
  readonly to: number;
}

/**
 * A condition that holds for one range of dates, as a comparison of the column itself. A date outside the language's
 * range counts as blank, and for blanks every such condition is FALSE.
 */
export function dateTest(context: Context, node: CoreNode, wanted: boolean): Fragment | undefined {
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

function rangeTest(context: Context, { field, from, to }: DateRange, wanted: boolean): Fragment {
  const column = fieldColumn(context, field);
  const kind = dateColumn(context, field);
  // An empty range must not reach beyond the dates of the language.
  const first = Math.min(Math.max(from, MIN_DATE), LAST_DATE + 1);
  const last = Math.max(Math.min(to, LAST_DATE + 1), first);
  const needsFirst = !column.isInRange || first > MIN_DATE;
  const needsLast = !column.isInRange || last <= LAST_DATE;
  const isDate = column.isInRange ? undefined : kind.isDate;
  if (wanted) {
    const conditions: Fragment[] = [];
    if (needsFirst) conditions.push(sql`${column.sql} >= ${kind.bound(first)}`);
    if (needsLast) conditions.push(sql`${column.sql} < ${kind.bound(last)}`);
    if (isDate) conditions.push(isDate(column.sql, true));
    if (conditions.length === 0 && column.isNullable) return sql`${column.sql} IS NOT NULL`;
    return and(...conditions);
  }
  return or(
    needsFirst ? sql`${column.sql} < ${kind.bound(first)}` : FALSE,
    needsLast ? sql`${column.sql} >= ${kind.bound(last)}` : FALSE,
    isDate ? isDate(column.sql, false) : FALSE,
    column.isNullable ? isNull(column.sql) : FALSE,
  );
}

/** An empty range. */
const NO_DATES = { from: MIN_DATE, to: MIN_DATE };
