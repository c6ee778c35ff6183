import { atom, type SqlFragment, sql } from "../sql-fragment.ts";

// SQL shared by the files of SQLite's dialect.

export const number = (value: SqlFragment): SqlFragment => atom`CAST(${value} AS REAL)`;
export const integer = (value: SqlFragment): SqlFragment => atom`CAST(${value} AS INTEGER)`;

const MOST_WHOLE_BITS = 53;

/**
 * A number as SQL. SQLite parses few digits with a small power of ten to the nearest float64. Any other number is
 * written as a whole number multiplied or divided by powers of two, without rounding.
 */
export function inlineNumber(value: number): string {
  if (isReadExactly(value)) return `(${value})`;
  let whole = value;
  let exponent = 0;
  for (; !Number.isInteger(whole); exponent--) whole *= 2;
  for (; Math.abs(whole) > 2 ** MOST_WHOLE_BITS; exponent++) whole /= 2;
  let text = `${whole} * 1.0`;
  const operator = exponent < 0 ? "/" : "*";
  for (let left = Math.abs(exponent); left > 0; left -= MOST_WHOLE_BITS) {
    text += ` ${operator} ${2 ** Math.min(left, MOST_WHOLE_BITS)}`;
  }
  return `(${text})`;
}

function isReadExactly(value: number): boolean {
  if (Number.isSafeInteger(value)) return true;
  const [digits = "", exponent = ""] = value.toExponential().split("e");
  const { length } = digits.replace(/[-.]/g, "");
  return length <= 15 && Math.abs(Number(exponent)) + length <= 22;
}

/** Numeric columns, by the SQL that reads them as float64. */
export const columns: WeakMap<SqlFragment, SqlFragment> = new WeakMap();

export function readNumber(column: SqlFragment): SqlFragment {
  const read = number(column);
  columns.set(read, column);
  return read;
}

/** Whole seconds since 1970 of a date in one of the forms that SQLite's functions parse. */
export function secondsOf(column: SqlFragment): SqlFragment {
  return integer(atom`strftime('%s', ${column})`);
}

/** An instant from seconds and a number of milliseconds. */
export function instantOf(seconds: SqlFragment, milliseconds: SqlFragment): SqlFragment {
  return sql`${sql`${seconds} * 1000`} + ${milliseconds}`;
}
