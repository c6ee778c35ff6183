import type { CalendarUnit } from "../../../language/values/date/index.ts";
import type { BooleanColumnSql, NumberColumnSql } from "../dialect-definition.ts";
import { and, atom, choose, commas, not, type SqlFragment, sql } from "../sql-fragment.ts";

// SQL that several dialects have in common. Nothing is inherited: a dialect lists each function that it takes from
// here.

export const add = (a: SqlFragment, b: SqlFragment): SqlFragment => sql`${a} + ${b}`;
export const subtract = (a: SqlFragment, b: SqlFragment): SqlFragment => sql`${a} - ${b}`;
export const multiply = (a: SqlFragment, b: SqlFragment): SqlFragment => sql`${a} * ${b}`;
export const divide = (a: SqlFragment, b: SqlFragment): SqlFragment => sql`${a} / ${b}`;

// For engines and collations that compare texts by code points.
export const sameText = (a: SqlFragment, b: SqlFragment): SqlFragment => sql`${a} = ${b}`;
export const differentText = (a: SqlFragment, b: SqlFragment): SqlFragment => sql`${a} <> ${b}`;
export const textBefore = (a: SqlFragment, b: SqlFragment): SqlFragment => sql`${a} < ${b}`;
export const textBeforeOrSame = (a: SqlFragment, b: SqlFragment): SqlFragment => sql`${a} <= ${b}`;
export const textAmong = (text: SqlFragment, among: readonly SqlFragment[]): SqlFragment =>
  sql`${text} IN (${commas(among)})`;
export const textNotAmong = (text: SqlFragment, among: readonly SqlFragment[]): SqlFragment =>
  sql`${text} NOT IN (${commas(among)})`;

/** Every integer up to this one is a float64. */
export const MOST_WHOLE = 2 ** 53;

/** The identity, for operations that need no SQL. */
export const asItIs = (value: SqlFragment): SqlFragment => value;

export const doubleQuoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;

/** A quoted constant, for engines and texts in which a backslash has no special meaning. */
export const singleQuoted = (text: string): string => `'${text.replaceAll("'", "''")}'`;

/** A boolean that is stored as 0 or 1. Other numbers are selected unchanged, and raise an error when they are read. */
export const ZERO_OR_ONE: BooleanColumnSql = {
  trueTest: (column) => sql`${column} = 1`,
  falseTest: (column) => sql`${column} <> 1`,
  select: asItIs,
};

/** A boolean of the engine's own type, which is a condition by itself. */
export const TRUE_OR_FALSE: BooleanColumnSql = {
  trueTest: asItIs,
  falseTest: (column) => not(column),
};

/** Numbers that one expression converts to float64, whatever their type. */
export function numbersReadBy(
  read: NumberColumnSql["read"],
): Readonly<Record<"double" | "integer" | "decimal", NumberColumnSql>> {
  return { double: { read }, integer: { read, whole: MOST_WHOLE }, decimal: { read } };
}

export const UNIT_NAMES: Readonly<Record<CalendarUnit, SqlFragment>> = {
  second: atom`'second'`,
  minute: atom`'minute'`,
  hour: atom`'hour'`,
  day: atom`'day'`,
  month: atom`'month'`,
  quarter: atom`'quarter'`,
  year: atom`'year'`,
};

/** Units of a fixed length, in milliseconds. */
export const UNIT_LENGTHS = {
  second: atom`1000`,
  minute: atom`60000`,
  hour: atom`3600000`,
  day: atom`86400000`,
} as const;

/**
 * Whole months between two dates.
 *
 * @param apart the signed difference of the months of both dates
 * @param timeA the time since the start of the first date's month
 */
export function wholeMonths(
  apart: SqlFragment,
  timeA: SqlFragment,
  timeB: SqlFragment,
): SqlFragment {
  return choose(
    [
      [and(sql`${apart} > 0`, sql`${timeA} < ${timeB}`), sql`${apart} - 1`],
      [and(sql`${apart} < 0`, sql`${timeA} > ${timeB}`), sql`${apart} + 1`],
    ],
    apart,
  );
}

/**
 * The position of a needle that was searched for from `start` on.
 *
 * @param found the needle's position in the rest of the text; 0 if it is not there
 * @param length the text's length: not even the empty needle is found past the end
 */
export function foundFrom(
  start: SqlFragment,
  found: SqlFragment,
  length: SqlFragment,
): SqlFragment {
  return choose(
    [
      [sql`${found} = 0`, atom`0`],
      [and(sql`${found} > 0`, sql`${start} > ${sql`${length} + 1`}`), atom`0`],
    ],
    sql`${sql`${found} + ${start}`} - 1`,
  );
}
