import type { CalendarUnit } from "../../../language/values/date/index.ts";
import type { BooleanColumnSql, NumberColumnSql } from "../dialect-definition.ts";
import { and, atom, choose, commas, type Fragment, not, sql } from "../sql-fragment.ts";

// SQL that several dialects have in common. Nothing is inherited: a dialect lists each function that it takes from
// here.

export const add = (a: Fragment, b: Fragment): Fragment => sql`${a} + ${b}`;
export const subtract = (a: Fragment, b: Fragment): Fragment => sql`${a} - ${b}`;
export const multiply = (a: Fragment, b: Fragment): Fragment => sql`${a} * ${b}`;
export const divide = (a: Fragment, b: Fragment): Fragment => sql`${a} / ${b}`;

// For engines and collations that compare texts by code points.
export const sameText = (a: Fragment, b: Fragment): Fragment => sql`${a} = ${b}`;
export const differentText = (a: Fragment, b: Fragment): Fragment => sql`${a} <> ${b}`;
export const textBefore = (a: Fragment, b: Fragment): Fragment => sql`${a} < ${b}`;
export const textBeforeOrSame = (a: Fragment, b: Fragment): Fragment => sql`${a} <= ${b}`;
export const textAmong = (text: Fragment, among: readonly Fragment[]): Fragment =>
  sql`${text} IN (${commas(among)})`;
export const textNotAmong = (text: Fragment, among: readonly Fragment[]): Fragment =>
  sql`${text} NOT IN (${commas(among)})`;

/** Every integer up to this one is a float64. */
export const MOST_WHOLE = 2 ** 53;

/** The identity, for operations that need no SQL. */
export const asItIs = (value: Fragment): Fragment => value;

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

export const UNIT_NAMES: Readonly<Record<CalendarUnit, Fragment>> = {
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
export function wholeMonths(apart: Fragment, timeA: Fragment, timeB: Fragment): Fragment {
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
export function foundFrom(start: Fragment, found: Fragment, length: Fragment): Fragment {
  return choose(
    [
      [sql`${found} = 0`, atom`0`],
      [and(sql`${found} > 0`, sql`${start} > ${sql`${length} + 1`}`), atom`0`],
    ],
    sql`${sql`${found} + ${start}`} - 1`,
  );
}
