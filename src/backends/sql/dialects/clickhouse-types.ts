import type {
  ColumnKinds,
  DateColumnSql,
  ListColumnSql,
  NativeType,
  NumberColumnSql,
  TextColumnSql,
} from "../dialect-definition.ts";
import { atom, call, name, parameter, type SqlFragment, sql } from "../sql-fragment.ts";
import type { TypeText } from "../type-text.ts";
import {
  anyTimestamps,
  arrayColumn,
  decimal,
  float64,
  int64,
  number,
  textsIn,
  timestamps,
} from "./clickhouse-basics.ts";
import { asItIs, ZERO_OR_ONE } from "./common.ts";
import { wideIntegers } from "./integers.ts";
import { digitsText, labelText, writtenText } from "./native-texts.ts";
import { dayFrom, EXACT_DIGITS, isDecimal, shortDecimals, sizeOf, UUID } from "./native-types.ts";

const constant = (value: string): SqlFragment => parameter(value, "text");
const words = (value: SqlFragment): SqlFragment => call("toString", value);
const float = (value: number): SqlFragment => float64(parameter(value, "number"));

/** Fixed-length texts, padded with NUL bytes. */
const fixedText: TextColumnSql = {
  read: words,
  cell: (cell) => (typeof cell === "string" ? cell.replace(/\0+$/, "") : cell),
};

function integerBy(cast: string): (value: bigint) => SqlFragment {
  return (value) => call(cast, constant(String(value)));
}

function smallIntegers(names: readonly [string, ...string[]], bits: number): NativeType {
  const column: NumberColumnSql = { read: number, whole: 2 ** bits };
  const text = digitsText(words, integerBy("toInt64"), -(2n ** BigInt(bits)), 2n ** BigInt(bits));
  return { names, fields: { number: () => column, text: () => text } };
}

/** 64-bit integers. */
function largeIntegers(type: string, cast: string, least: bigint, most: bigint): NativeType {
  const column = wideIntegers({
    read: number,
    integer: integerBy(cast),
    number: float,
    least,
    most,
  });
  const text = digitsText(words, integerBy(cast), least, most);
  return {
    names: [type],
    fields: { number: () => column, text: () => text },
    note: "as a number, an integer beyond ±2^53 is the nearest float64; a text field has its digits",
  };
}

/** Integers of more than 64 bits. */
function hugeIntegers(type: string, cast: string, least: bigint, most: bigint): NativeType {
  const text = digitsText(words, integerBy(cast), least, most);
  return {
    names: [type],
    fields: { text: () => text },
    note: "the digits; for a number, make a view or an ALIAS column with `toFloat64(…)`",
  };
}

function decimals({ args: [precision, scale] }: TypeText): NumberColumnSql | undefined {
  if (typeof precision !== "number" || typeof scale !== "number") return undefined;
  if (precision > EXACT_DIGITS) return { read: decimal, compared: decimal, isRounded: true };
  return shortDecimals({
    read: number,
    decimal: (digits) =>
      isDecimal(digits, precision, scale)
        ? call("toDecimal64", constant(digits), name(String(scale)))
        : undefined,
    number: float,
  });
}

/** A day is the instant of its midnight in UTC. */
const days: DateColumnSql = {
  zone: "day",
  read: (column) => sql`${int64(column)} * 86400000`,
  bound: (milliseconds) => call("toDate32", constant(dayFrom(milliseconds))),
  isWhole: true,
};

/** A DateTime, in whole seconds. */
function seconds(type: TypeText): DateColumnSql {
  return {
    ...timestamps,
    read: (column) => sql`${int64(call("toUnixTimestamp", column))} * 1000`,
    isWhole: true,
    isTextInUtc: isUtc(type),
  };
}

/** Whether the type's values, written without a zone, are in UTC. */
function isUtc({ args }: TypeText): boolean {
  return args.some(
    (zone) => typeof zone === "string" && /^(?:Etc\/)?(?:UTC|UCT|Zulu)$/i.test(zone),
  );
}

const nanoseconds: DateColumnSql = {
  ...anyTimestamps,
  bound: (milliseconds) => {
    const count = BigInt(milliseconds) * 1_000_000n;
    return atom`fromUnixTimestamp64Nano(toInt64(${constant(String(count))}), 'UTC')`;
  },
};

function instants(type: TypeText): DateColumnSql {
  const precision = sizeOf(type) ?? 3;
  const column = precision > 8 ? nanoseconds : { ...timestamps, isWhole: precision <= 3 };
  return { ...column, isTextInUtc: isUtc(type) };
}

const IPV4 = /^(?:(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)(?:\.(?!$)|$)){4}$/;

const uuid = writtenText(words, {
  constant: (value) => (UUID.test(value) ? call("toUUID", constant(value)) : undefined),
});
const ipv4 = writtenText(words, {
  constant: (value) => (IPV4.test(value) ? call("toIPv4", constant(value)) : undefined),
});

/** An array of elements other than texts. A NULL element is dropped. */
const castTexts = (column: SqlFragment): SqlFragment =>
  atom`CAST(arrayFilter(x -> isNotNull(x), ${column}) AS Array(String))`;
const otherTexts: ListColumnSql = {
  length: (column) => arrayColumn.length(castTexts(column)),
  has: (column, text) => arrayColumn.has(castTexts(column), text),
  anyTest: (column, texts) => sql`${call("hasAny", castTexts(column), textsIn(texts))} = 1`,
  join: (column, separator) => call("arrayStringConcat", castTexts(column), separator),
  select: castTexts,
};

/** Element types with a canonical text. */
const ELEMENT = /^(?:string|uuid|enum8|enum16|ipv4|ipv6|u?int(?:8|16|32|64|128|256))$/;

function arrayOf({ args: [element] }: TypeText): ListColumnSql | undefined {
  if (typeof element !== "object") return undefined;
  if (element.name === "string") return arrayColumn;
  const inner = withoutWrapper(element);
  return inner !== undefined && ELEMENT.test(inner.name) ? otherTexts : undefined;
}

function withoutWrapper(type: TypeText): TypeText | undefined {
  if (type.name !== "nullable" && type.name !== "lowcardinality") return type;
  const [inner] = type.args;
  return typeof inner === "object" ? withoutWrapper(inner) : undefined;
}

/** Maps a wrapper type to its inner type, for mappings written by hand: `describeTable` removes the wrappers. */
function asInside<T extends "text" | "number" | "boolean" | "date">(field: T) {
  return (type: TypeText): ColumnKinds[T] | undefined => {
    const inner = withoutWrapper(type);
    const native = PLAIN_TYPES.find(
      ({ names }) => inner !== undefined && names.includes(inner.name),
    );
    return inner && native?.fields[field]?.(inner);
  };
}

const VIEW =
  "make a view or an ALIAS column that has the part that formulas need, as a text or a number";

function refused(type: string, note: string, instead = VIEW): NativeType {
  return { names: [type], fields: {}, note, instead };
}

const SHAPES = ["point", "ring", "linestring", "multilinestring", "polygon", "multipolygon"];

const PLAIN_TYPES: readonly NativeType[] = [
  { names: ["string"], fields: { text: () => ({ read: asItIs }) } },
  {
    names: ["fixedstring"],
    fields: { text: () => fixedText },
    note: "without the NULs that pad it at the end; if the bytes are not text, make an ALIAS column with `hex(…)`",
  },
  {
    names: ["enum8", "enum16", "enum"],
    fields: { text: (type) => labelText(words, type, constant) },
    note: "the label; it sorts as a text, and not in the order of the labels",
  },
  { names: ["uuid"], fields: { text: () => uuid }, note: "in lower-case letters, with hyphens" },
  { names: ["ipv4"], fields: { text: () => ipv4 } },
  { names: ["ipv6"], fields: { text: () => writtenText(words) }, note: "as the server writes it" },
  smallIntegers(["int8", "uint8"], 8),
  smallIntegers(["int16", "uint16"], 16),
  smallIntegers(["int32", "uint32"], 32),
  largeIntegers("int64", "toInt64", -(2n ** 63n), 2n ** 63n - 1n),
  largeIntegers("uint64", "toUInt64", 0n, 2n ** 64n - 1n),
  hugeIntegers("int128", "toInt128", -(2n ** 127n), 2n ** 127n - 1n),
  hugeIntegers("uint128", "toUInt128", 0n, 2n ** 128n - 1n),
  hugeIntegers("int256", "toInt256", -(2n ** 255n), 2n ** 255n - 1n),
  hugeIntegers("uint256", "toUInt256", 0n, 2n ** 256n - 1n),
  {
    names: ["decimal"],
    fields: { number: decimals },
    note: "the nearest float64, which has the same digits up to a precision of 15",
  },
  { names: ["float32"], fields: { number: () => ({ read: number, isSingle: true }) } },
  { names: ["float64"], fields: { number: () => ({ read: number }) } },
  refused(
    "bfloat16",
    "its digits differ from those of a float64",
    "make an ALIAS column with `toFloat64(…)`",
  ),
  { names: ["bool"], fields: { boolean: () => ZERO_OR_ONE } },
  {
    names: ["date", "date32"],
    fields: { date: () => days },
    note: "the instant of midnight in UTC",
  },
  { names: ["datetime"], fields: { date: seconds }, note: "the instant, in any time zone" },
  {
    names: ["datetime64"],
    fields: { date: instants },
    note: "the instant, in any time zone; fractions finer than milliseconds are cut off",
  },
  {
    names: ["time", "time64"],
    fields: { text: () => writtenText(words) },
    note: "as the server writes it",
  },
  {
    names: ["array"],
    fields: { list: arrayOf },
    note: "of texts, `UUID`, enums, addresses and integers, and so are the columns of `Nested`; a NULL in it is not an element",
  },
  refused("map", "pairs of keys and values cannot be values of a formula"),
  refused("tuple", "a record cannot be a value of a formula"),
  refused("nested", "several lists cannot be values of a formula"),
  refused(
    "json",
    "the settings of the session decide how a document is written",
    "make an ALIAS column of a path, such as `toString(doc.name)`",
  ),
  refused("variant", "a value of several types cannot be a value of a formula"),
  refused("dynamic", "a value of several types cannot be a value of a formula"),
  refused("aggregatefunction", "the state of an aggregate cannot be a value of a formula"),
  ...SHAPES.map((shape) => refused(shape, "a shape cannot be a value of a formula")),
];

/** The types of ClickHouse. `SimpleAggregateFunction` behaves as the type inside it. */
export const CLICKHOUSE_TYPES: readonly NativeType[] = [
  ...PLAIN_TYPES,
  {
    names: ["nullable", "lowcardinality"],
    fields: {
      text: asInside("text"),
      number: asInside("number"),
      boolean: asInside("boolean"),
      date: asInside("date"),
    },
    note: "as for the type inside it",
  },
];
