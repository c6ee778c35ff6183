import type {
  DateColumnSql,
  ListColumnSql,
  NativeType,
  NumberColumnSql,
  TextColumnSql,
} from "../dialect-definition.ts";
import { textOf } from "../rows/decoded.ts";
import { atom, call, choose, name, parameter, type SqlFragment, sql } from "../sql-fragment.ts";
import type { TypeText } from "../type-text.ts";
import { asItIs, TRUE_OR_FALSE } from "./common.ts";
import { constant, decimal, listColumn, number, startIn, words } from "./duckdb-basics.ts";
import { wideIntegers } from "./integers.ts";
import { digitsText, labelText, writtenText } from "./native-texts.ts";
import {
  dayFrom,
  EXACT_DIGITS,
  hexadecimal,
  isDecimal,
  refused,
  shortDecimals,
  TIME,
  UUID,
} from "./native-types.ts";

/** A type with canonical texts that sort as its values do. */
function opaque(type: SqlFragment, pattern: RegExp): TextColumnSql {
  return writtenText(words, {
    constant: (value) =>
      pattern.test(value) ? atom`CAST(${constant(value)} AS ${type})` : undefined,
    isOrdered: true,
  });
}

/** A collated text. `encode` and `decode` remove the collation. */
const collated: TextColumnSql = { read: (column) => call("decode", call("encode", column)) };

function smallIntegers(names: readonly [string, ...string[]], bits: number): NativeType {
  const integer = (value: bigint): SqlFragment => atom`CAST(${constant(String(value))} AS BIGINT)`;
  const most = 2n ** BigInt(bits);
  const column: NumberColumnSql = { read: number, whole: 2 ** bits };
  const text = digitsText(words, integer, -most, most);
  return { names, fields: { number: () => column, text: () => text } };
}

/** Integers of 64 bits or more. */
function largeIntegers(
  names: readonly [string, ...string[]],
  type: SqlFragment,
  least: bigint,
  most: bigint,
): NativeType {
  const integer = (value: bigint): SqlFragment => atom`CAST(${constant(String(value))} AS ${type})`;
  // Casting by way of the text gives the nearest float64, even for 128 bits.
  const read = most < 2n ** 64n ? number : (column: SqlFragment) => number(words(column));
  const { whole, ...wide } = wideIntegers({
    read,
    integer,
    number: (value) => number(parameter(value, "number")),
    least,
    most,
  });
  // DuckDB compares UHUGEINT with BIGINT as HUGEINT, and raises an error if the value is out of range.
  const fitsHugeInt = most < 2n ** 127n;
  const column = {
    ...wide,
    ...(whole !== undefined && fitsHugeInt ? { whole } : { compared: read }),
  };
  const text = digitsText(words, integer, least, most);
  return {
    names,
    fields: { number: () => column, text: () => text },
    note: "as a number, an integer beyond ±2^53 is the nearest float64; a text field has its digits",
  };
}

function decimals({ args: [precision = 18, scale = 3] }: TypeText): NumberColumnSql | undefined {
  if (typeof precision !== "number" || typeof scale !== "number") return undefined;
  if (precision > EXACT_DIGITS) return { read: decimal, compared: decimal, isRounded: true };
  const type = name(`DECIMAL(${precision}, ${scale})`);
  return shortDecimals({
    read: number,
    decimal: (digits) =>
      isDecimal(digits, precision, scale) ? atom`CAST(${constant(digits)} AS ${type})` : undefined,
    number: (value) => number(parameter(value, "number")),
  });
}

/** A day is the instant of its midnight in UTC. */
const days: DateColumnSql = {
  zone: "day",
  read: (column) => call("epoch_ms", column),
  bound: (milliseconds) => atom`CAST(${constant(dayFrom(milliseconds))} AS DATE)`,
  isWhole: true,
};

/** Instants of a DuckDB type. Bounds are constants of that type, so that its index can be used. */
function instants(type: SqlFragment, step = 1, isWhole = false): DateColumnSql {
  return {
    read: (column) => startIn(atom`'milliseconds'`, column),
    bound: (milliseconds) => {
      const time = new Date(Math.ceil(milliseconds / step) * step).toISOString();
      return atom`CAST(${constant(time)} AS ${type})`;
    },
    isWhole,
  };
}

/** The end of DuckDB's nanoseconds, in the year 2262. */
const LAST_NANOSECONDS = Date.UTC(2262, 3, 11, 23, 47, 16, 854);

const nanoseconds: DateColumnSql = {
  read: (column) => {
    const count = call("epoch_ns", column);
    const floor = sql`${count} // 1000000`;
    return choose([[sql`${sql`${count} % 1000000`} < 0`, sql`${floor} - 1`]], floor);
  },
  bound: (milliseconds) => {
    const isHeld = milliseconds <= LAST_NANOSECONDS;
    const time = isHeld ? new Date(milliseconds).toISOString() : "infinity";
    return atom`CAST(${constant(time)} AS TIMESTAMP_NS)`;
  },
};

/** Bytes as hexadecimal digits. */
const bytes: TextColumnSql = {
  read: (column) => call("lower", call("hex", column)),
  cell: (cell) => {
    if (cell instanceof Uint8Array) return hexadecimal(cell);
    const text = textOf(cell);
    return text === undefined ? cell : hexadecimal(bytesOf(text));
  },
  native: {
    constant: (value) =>
      /^(?:[0-9a-f]{2})*$/.test(value) ? call("unhex", constant(value)) : undefined,
  },
};

/** Parses the bytes that DuckDB writes as `\x` and two digits, or as one character. */
function bytesOf(text: string): readonly number[] {
  const parts = text.match(/\\x[0-9a-f]{2}|[\s\S]/gi) ?? [];
  return parts.map((part) =>
    part.length === 1 ? part.charCodeAt(0) : Number.parseInt(part.slice(2), 16),
  );
}

const uuid = opaque(atom`UUID`, UUID);
const texts = listColumn(asItIs);
const castTexts: ListColumnSql = {
  ...listColumn((column) => atom`CAST(${column} AS VARCHAR[])`),
  select: (column) => atom`CAST(${column} AS VARCHAR[])`,
};
const json = listColumn((column) => atom`TRY_CAST(TRY_CAST(${column} AS JSON) AS VARCHAR[])`);

/** Element types with one canonical text, in DuckDB and in its driver. */
const ELEMENTS: ReadonlySet<string> = new Set([
  "varchar",
  "uuid",
  "enum",
  "tinyint",
  "smallint",
  "integer",
  "bigint",
  "hugeint",
  "utinyint",
  "usmallint",
  "uinteger",
  "ubigint",
  "uhugeint",
]);

function arrayOf({ args: [element] }: TypeText): ListColumnSql | undefined {
  if (typeof element !== "object" || !ELEMENTS.has(element.name)) return undefined;
  return element.name === "varchar" ? texts : castTexts;
}

const CUT = "fractions finer than milliseconds are cut off";

/** The types of DuckDB, by their names in the catalogue. */
export const DUCKDB_TYPES: readonly NativeType[] = [
  { names: ["varchar"], fields: { text: () => ({ read: asItIs }) } },
  {
    names: ["text of a collation"],
    fields: { text: () => collated },
    note: "the texts as they are stored: texts that the collation treats as equal are still different texts; no index serves",
  },
  {
    names: ["enum"],
    fields: { text: (type) => labelText(words, type, constant) },
    note: "the label; it sorts as a text, and not in the order of the labels; no index serves",
  },
  { names: ["uuid"], fields: { text: () => uuid }, note: "in lower-case letters, with hyphens" },
  smallIntegers(["tinyint", "utinyint"], 8),
  smallIntegers(["smallint", "usmallint"], 16),
  smallIntegers(["integer", "uinteger"], 32),
  largeIntegers(["bigint"], atom`BIGINT`, -(2n ** 63n), 2n ** 63n - 1n),
  largeIntegers(["ubigint"], atom`UBIGINT`, 0n, 2n ** 64n - 1n),
  largeIntegers(["hugeint"], atom`HUGEINT`, -(2n ** 127n), 2n ** 127n - 1n),
  largeIntegers(["uhugeint"], atom`UHUGEINT`, 0n, 2n ** 128n - 1n),
  {
    names: ["decimal"],
    fields: { number: decimals },
    note: "the nearest float64, which has the same digits up to a precision of 15",
  },
  { names: ["float"], fields: { number: () => ({ read: number, isSingle: true }) } },
  { names: ["double"], fields: { number: () => ({ read: number }) } },
  { names: ["boolean"], fields: { boolean: () => TRUE_OR_FALSE } },
  { names: ["date"], fields: { date: () => days }, note: "the instant of midnight in UTC" },
  {
    names: ["timestamp"],
    fields: { date: () => instants(atom`TIMESTAMP`) },
    note: `as if in UTC; ${CUT}`,
  },
  {
    names: ["timestamp with time zone"],
    fields: { date: () => instants(atom`TIMESTAMPTZ`) },
    note: CUT,
  },
  {
    names: ["timestamp_s"],
    fields: { date: () => instants(atom`TIMESTAMP_S`, 1000, true) },
    note: "as if in UTC",
  },
  {
    names: ["timestamp_ms"],
    fields: { date: () => instants(atom`TIMESTAMP_MS`, 1, true) },
    note: "as if in UTC",
  },
  { names: ["timestamp_ns"], fields: { date: () => nanoseconds }, note: `as if in UTC; ${CUT}` },
  {
    names: ["time"],
    fields: { text: () => opaque(atom`TIME`, TIME) },
    note: "`23:59:59`, followed by a point and the digits of the fraction, if there is one",
  },
  {
    names: ["time with time zone", "time_ns"],
    fields: { text: () => writtenText(words) },
    note: "`23:59:59+00`, as DuckDB writes it",
  },
  {
    names: ["interval"],
    fields: { text: () => writtenText(words) },
    note: "`1 year 2 days 03:04:05`, as DuckDB writes it",
  },
  { names: ["blob"], fields: { text: () => bytes }, note: "the bytes in hexadecimal digits" },
  { names: ["bit"], fields: { text: () => writtenText(words) }, note: "the bits, as `0` and `1`" },
  { names: ["bignum"], fields: { text: () => writtenText(words) }, note: "the digits" },
  {
    names: ["json"],
    fields: { text: () => writtenText(words), list: () => json },
    note: "the text of the document; a list if the first rows are arrays of texts, or if the schema says so",
  },
  {
    names: ["array"],
    fields: { list: arrayOf },
    note: "a list or an array of texts, `UUID`, enums and integers; a NULL in it is not an element",
  },
  refused("struct", "a record cannot be a value of a formula"),
  refused("map", "pairs of keys and values cannot be values of a formula"),
  refused("union", "a value of several types cannot be a value of a formula"),
  refused("variant", "a value of several types cannot be a value of a formula"),
  refused("geometry", "a shape cannot be a value of a formula"),
];
