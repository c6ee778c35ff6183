import { type CoreNode, operandOf } from "../../core/node.ts";
import type { Field } from "../../schema/index.ts";
import { DAY, instantsBetween, LAST_DATE, MIN_DATE, startOf } from "../../values/date/index.ts";
import { and, FALSE, type Fragment, isNull, or, type Relation, sql } from "../fragment.ts";
import { dateColumn, fieldColumn } from "./columns.ts";
import type { Context } from "./context.ts";
import { againstConstant } from "./relations.ts";

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
  const found = dateRangeOf(node);
  if (found === undefined) return undefined;
  const { zone, ...range } = found;
  if (zone === undefined) return rangeTest(context, range, wanted);
  const tests = instantsBetween(zone, range.from, range.to).map((instants) =>
    rangeTest(context, { field: range.field, ...instants }, wanted),
  );
  if (tests.length === 0) return rangeTest(context, { field: range.field, ...EMPTY }, wanted);
  return wanted ? or(...tests) : and(...tests);
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

const BEYOND = Number.POSITIVE_INFINITY;
const EMPTY = { from: 0, to: 0 };

/** The range for which a condition holds: of instants, or of the times that the clock of a zone shows. */
function dateRangeOf(node: CoreNode): (DateRange & { readonly zone?: string }) | undefined {
  const found = againstConstant(node, true);
  if (found === undefined || found.relation === "<>") return undefined;
  const { operand, relation, constant } = found;
  if (operand.op === "field" && operand.type === "date") {
    return { field: operand.data, ...stretch(relation, constant, constant + 1) };
  }
  const [moment] = operand.operands;
  const inner = moment?.op === "localTime" ? operandOf(moment) : moment;
  if (inner?.op !== "field" || inner.type !== "date") return undefined;
  const zone = moment?.op === "localTime" ? { zone: moment.data } : {};
  if (operand.op === "datePart" && operand.data === "year") {
    return { field: inner.data, ...zone, ...yearStretch(relation, constant) };
  }
  if (operand.op === "startOf" && relation === "=") {
    const from = startOf(operand.data, constant);
    if (from !== constant) return { field: inner.data, ...EMPTY };
    return {
      field: inner.data,
      ...zone,
      from,
      to: startOf(operand.data, from + LONGEST_UNIT[operand.data]),
    };
  }
  return undefined;
}

/** The most milliseconds of each unit. The start of a unit, moved by them, lies in the next unit. */
const LONGEST_UNIT = {
  second: 1000,
  minute: 60_000,
  hour: 3_600_000,
  day: DAY,
  month: 31 * DAY,
  quarter: 92 * DAY,
  year: 366 * DAY,
};

/**
 * The dates that have a relation to a range, which counts as one date: it begins at `first` and ends before `after`.
 */
function stretch(
  relation: Exclude<Relation, "<>">,
  first: number,
  after: number,
): { readonly from: number; readonly to: number } {
  switch (relation) {
    case "=":
      return { from: first, to: after };
    case "<":
      return { from: -BEYOND, to: first };
    case "<=":
      return { from: -BEYOND, to: after };
    case ">":
      return { from: after, to: BEYOND };
    case ">=":
      return { from: first, to: BEYOND };
  }
}

function yearStretch(
  relation: Exclude<Relation, "<>">,
  constant: number,
): { readonly from: number; readonly to: number } {
  // Clocks of zones show times from 1899 on, up to 2299. Of years beyond that, no date is in one.
  const year = Math.min(Math.max(constant, 1898), 2300);
  if (relation === "=") {
    return Number.isInteger(year) ? { from: startOfYear(year), to: startOfYear(year + 1) } : EMPTY;
  }
  // A year is below 2020.5 exactly when it is below 2021, and at most 2020.5 when it is at most 2020.
  const whole = relation === "<" || relation === ">=" ? Math.ceil(year) : Math.floor(year);
  return stretch(relation, startOfYear(whole), startOfYear(whole + 1));
}

function startOfYear(year: number): number {
  return Date.UTC(year, 0, 1);
}
