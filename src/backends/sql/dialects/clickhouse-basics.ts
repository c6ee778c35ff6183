import type { DateColumnSql, DialectDefinition, ListColumnSql } from "../dialect-definition.ts";
import {
  and,
  atom,
  call,
  choose,
  notNullTest,
  parameter,
  type SqlFragment,
  sql,
} from "../sql-fragment.ts";

// SQL shared by the files of ClickHouse's dialect.

export const number = (value: SqlFragment): SqlFragment => call("toFloat64", value);
/** Casts an integer to Int64: counts are unsigned, and constants have the smallest type that holds them. */
export const int64 = (value: SqlFragment): SqlFragment => call("toInt64", value);
/** Other casts raise an error for an infinity, even if the result is not used. */
export const integer = (value: SqlFragment): SqlFragment =>
  atom`accurateCastOrNull(${value}, 'Int64')`;

/**
 * A number from its bits. Before version 26.7, ClickHouse parses Float64 parameters with an error in the last bits
 * (4.94 as 4.9399999999999995); later versions do so if `precise_float_parsing` is 0.
 */
export function float64(value: SqlFragment): SqlFragment {
  const [segment] = value.segments;
  /* v8 ignore next -- the fragment is one parameter */
  const given = typeof segment === "object" && "value" in segment ? Number(segment.value) : 0;
  return call("reinterpretAsFloat64", parameter(String(bitsOf(given)), "integer"));
}

function bitsOf(value: number): bigint {
  const view = new DataView(new ArrayBuffer(8));
  view.setFloat64(0, value);
  return view.getBigInt64(0);
}

const DIGITS_AFTER_POINT = atom`', (1?[0-9]|2[0-2])[)]'`;

/**
 * A decimal as the nearest float64. ClickHouse divides its digits by a power of ten. The result is the nearest if
 * float64 holds both exactly; otherwise the decimal is parsed from its text. The number of decimal places comes from
 * the type, which ClickHouse knows when it plans.
 */
export function decimal(column: SqlFragment): SqlFragment {
  const value = number(column);
  const digits = call(
    "toUInt8OrNull",
    call("extract", call("toTypeName", column), DIGITS_AFTER_POINT),
  );
  const isHeld = sql`${call("abs", value)} < ${sql`9e15 / ${call("exp10", digits)}`}`;
  return choose([[isHeld, value]], call("toFloat64OrNull", call("toString", column)));
}

/** Converts an instant, which is whole milliseconds since 1970 as Int64, to the type that date functions take. */
export const moment = (date: SqlFragment): SqlFragment =>
  atom`fromUnixTimestamp64Milli(${date}, 'UTC')`;

export function instantOf(milliseconds: number): SqlFragment {
  return parameter(milliseconds, "integer");
}

/**
 * An instant of a DateTime64 or DateTime. The cast to milliseconds rounds toward zero, so finer fractions are truncated
 * first.
 */
export const timestamps: DateColumnSql = {
  read: (column) =>
    atom`toUnixTimestamp64Milli(toStartOfInterval(addMilliseconds(${column}, 0), toIntervalMillisecond(1)))`,
  bound: (milliseconds) => moment(instantOf(milliseconds)),
};

/** The millisecond in the year 2262 in which ClickHouse's nanoseconds end. */
const LAST_OF_NANOSECONDS = Number((2n ** 63n - 1n) / 1_000_000n);

/**
 * An instant of any precision. ClickHouse converts constants to nanoseconds, for which later constants are out of
 * range.
 */
export const anyTimestamps: DateColumnSql = { ...timestamps, lastBound: LAST_OF_NANOSECONDS };

/** A column of texts, each parsed as an array. Arrays cannot be NULL, so NULL is read as the empty text. */
export function listColumn(array: (text: SqlFragment) => SqlFragment): ListColumnSql {
  const elements = (column: SqlFragment): SqlFragment => array(atom`ifNull(${column}, '')`);
  const present = (column: SqlFragment, value: SqlFragment): SqlFragment =>
    choose([[notNullTest(column), value]]);
  return {
    length: (column) => present(column, int64(call("length", elements(column)))),
    has: (column, text) =>
      sql`${choose([[and(notNullTest(column), notNullTest(text)), call("has", elements(column), text)]])} = 1`,
    anyTest: (column, texts) =>
      sql`${present(column, call("hasAny", elements(column), textsIn(texts)))} = 1`,
    join: (column, separator) =>
      present(column, call("arrayStringConcat", elements(column), separator)),
  };
}

export const arrayColumn: ListColumnSql = {
  length: (column) => int64(call("length", column)),
  has: (column, text) => sql`${choose([[notNullTest(text), call("has", column, text)]])} = 1`,
  anyTest: (column, texts) => sql`${call("hasAny", column, textsIn(texts))} = 1`,
  join: (column, separator) => call("arrayStringConcat", column, separator),
};

/** An array of texts as one parameter, which ClickHouse parses once, before execution. */
export function textsIn(texts: readonly string[]): SqlFragment {
  return atom`JSONExtract(${parameter(JSON.stringify(texts), "text")}, 'Array(String)')`;
}

function integersIn(integers: readonly (number | bigint)[]): SqlFragment {
  return atom`JSONExtract(${parameter(`[${integers.join(",")}]`, "text")}, 'Array(Int64)')`;
}

/**
 * Whether a value is one of several constants, which are one parameter. Numbers are passed as bits, like single
 * numbers.
 */
export const among = {
  text: (value, texts, wanted) => oneOf(value, textsIn(texts), wanted),
  integer: (value, integers, wanted) => oneOf(value, integersIn(integers), wanted),
  number: (value, numbers, wanted) => {
    const bits = integersIn(numbers.map(bitsOf));
    // IN compares bits: adding 0 turns -0 into 0.
    return oneOf(sql`${value} + 0`, atom`arrayMap(x -> reinterpretAsFloat64(x), ${bits})`, wanted);
  },
} as const satisfies DialectDefinition["among"];

function oneOf(value: SqlFragment, list: SqlFragment, wanted: boolean): SqlFragment {
  return wanted ? sql`${value} IN (${list})` : sql`${value} NOT IN (${list})`;
}
