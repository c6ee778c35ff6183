import { DAY } from "../../../language/values/date/index.ts";
import { numberAfter, numberBefore } from "../../../language/values/number/index.ts";
import type {
  DateColumnSql,
  NativeType,
  NumberColumnSql,
  TextColumnSql,
} from "../dialect-definition.ts";
import {
  atom,
  call,
  choose,
  name,
  parameter,
  related,
  type SqlFragment,
  sql,
} from "../sql-fragment.ts";
import { MOST_WHOLE, ZERO_OR_ONE } from "./common.ts";
import { digitsText } from "./native-texts.ts";
import { hexadecimalCell } from "./native-types.ts";
import { instantOf, integer, number, readNumber, secondsOf } from "./sqlite-basics.ts";

const text = (value: SqlFragment): SqlFragment => atom`CAST(${value} AS TEXT)`;

/** Reading a value that is not a number raises an error. */
const floats: NumberColumnSql = {
  read: readNumber,
  select: (column) =>
    choose([[sql`typeof(${column}) IN ('text', 'blob')`, column]], number(column)),
};

/** A column whose integers may be beyond ±2^53. SQLite compares such an integer exactly with a float64. */
const integersOrFloats: NumberColumnSql = {
  ...floats,
  isRounded: true,
  test: (column, relation, value) =>
    Math.abs(value) < MOST_WHOLE
      ? undefined
      : related(readNumber(column), relation, number(parameter(value, "number"))),
};

/** Integers as texts of their digits. */
const integers: TextColumnSql = digitsText(
  text,
  (value) => integer(parameter(String(value), "text")),
  -(2n ** 63n),
  2n ** 63n - 1n,
);

/** The column's collation treats different texts as equal; its index can still be used. */
const collated: TextColumnSql = {
  read: (column) => sql`${column} COLLATE BINARY`,
  native: { constant: (value) => parameter(value, "text"), isLoose: true },
};

const bytes: TextColumnSql = {
  read: (column) => call("lower", call("hex", column)),
  cell: hexadecimalCell,
};

/**
 * Dates as texts of a form that sorts by time. SQLite's functions take 30 February for a day in March, and the column
 * may hold any text.
 */
function written(unit: number, format: string, form: (iso: string) => string): DateColumnSql {
  const dateTest = (column: SqlFragment, wanted: boolean): SqlFragment =>
    sql`${call("strftime", atom`${name(format)}`, column)} ${name(wanted ? "IS" : "IS NOT")} ${column}`;
  return {
    ...(unit === DAY ? { zone: "day" } : {}),
    dateTest,
    read: (column) => choose([[dateTest(column, true), instantOf(secondsOf(column), atom`0`)]]),
    // A date of this form precedes an instant exactly if it precedes the next one that the form can represent.
    bound: (milliseconds) =>
      parameter(form(new Date(Math.ceil(milliseconds / unit) * unit).toISOString()), "text"),
    isWhole: true,
  };
}

const seconds: DateColumnSql = {
  read: (column) => sql`${column} * 1000`,
  bound: (milliseconds) => integer(parameter(Math.ceil(milliseconds / 1000), "integer")),
  isWhole: true,
};

const UNIX_EPOCH = 2440587.5;

/** Julian days, since noon in Greenwich on 24 November 4714 BC, rounded to milliseconds. */
const julianDays: DateColumnSql = {
  read: (column) => integer(call("round", sql`${sql`${column} - 2440587.5`} * 86400000.0`)),
  bound: (milliseconds) => number(parameter(firstDay(milliseconds), "number")),
};

/** The smallest number of days that reads as an instant or a later one, in SQLite's arithmetic. */
function firstDay(milliseconds: number): number {
  const isReached = (day: number): boolean => {
    const exact = (day - UNIX_EPOCH) * DAY;
    return Math.trunc(exact + (exact < 0 ? -0.5 : 0.5)) >= milliseconds;
  };
  let day = milliseconds / DAY + UNIX_EPOCH;
  while (isReached(day)) day = numberBefore(day);
  while (!isReached(day)) day = numberAfter(day);
  return day;
}

const EVERY_ROW = "reading any other text raises an error, and in conditions such a text is blank";

/** The kinds of columns of SQLite, chosen by declared type and sample. */
export const SQLITE_TYPES: readonly NativeType[] = [
  {
    names: [
      "text",
      "varchar",
      "character varying",
      "character",
      "char",
      "nvarchar",
      "nchar",
      "clob",
    ],
    fields: { text: () => ({ read: (column) => column }) },
    note: "with the rule BINARY for comparisons, which is the default",
  },
  {
    names: ["text collate nocase", "text collate rtrim"],
    fields: { text: () => collated },
    note: "the texts as they are stored: texts that the rule treats as equal are still different texts",
  },
  {
    names: ["int", "bigint", "smallint", "tinyint", "mediumint", "unsigned big int"],
    fields: { number: () => integersOrFloats, text: () => integers },
    note: "as a number, an integer beyond ±2^53 is the nearest float64; a text field has its digits",
  },
  {
    names: ["numeric", "decimal"],
    fields: { number: () => integersOrFloats },
    note: "SQLite itself keeps a fraction as the nearest float64",
  },
  {
    names: ["real", "double precision", "float"],
    fields: { number: () => floats },
  },
  {
    names: ["bool"],
    fields: { boolean: () => ZERO_OR_ONE },
    note: "0 and 1; the field is a number if the first rows have other values",
  },
  {
    names: ["yyyy-mm-dd"],
    fields: { date: () => written(DAY, "'%Y-%m-%d'", (iso) => iso.slice(0, 10)) },
    note: `a text, and the instant of midnight in UTC; ${EVERY_ROW}`,
  },
  {
    names: ["yyyy-mm-dd hh:mm:ss"],
    fields: {
      date: () => written(1000, "'%Y-%m-%d %H:%M:%S'", (iso) => iso.slice(0, 19).replace("T", " ")),
    },
    note: `a text in UTC, as \`CURRENT_TIMESTAMP\` writes it; ${EVERY_ROW}`,
  },
  {
    names: ["seconds since 1970"],
    fields: { date: () => seconds },
    note: "integers; only a mapping can name this type",
  },
  {
    names: ["julian day"],
    fields: { date: () => julianDays },
    note: "numbers, rounded to milliseconds; only a mapping can name this type",
  },
  {
    names: ["blob"],
    fields: { text: () => bytes },
    note: "the bytes in hexadecimal digits",
  },
];
