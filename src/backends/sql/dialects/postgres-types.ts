import type { DateColumnSql, ListColumnSql, NativeType } from "../dialect-definition.ts";
import { jsonText } from "../rows/decoded.ts";
import {
  atom,
  call,
  choose,
  FALSE,
  notNullTest,
  parameter,
  type SqlFragment,
  sql,
} from "../sql-fragment.ts";
import type { TypeText } from "../type-text.ts";
import { TRUE_OR_FALSE } from "./common.ts";
import { writtenText } from "./native-texts.ts";
import { dayFrom, refused, sizeOf, TIME, UUID, within } from "./native-types.ts";
import {
  arrayOfTexts,
  cast,
  constant,
  instant,
  JSONB,
  number,
  TEXTS,
  TIMESTAMP,
} from "./postgres-basics.ts";
import { bigint, decimals, money, smallIntegers } from "./postgres-numbers.ts";
import {
  bytes,
  enumText,
  exactText,
  ignoringCase,
  integerText,
  looseText,
  opaque,
  paddedText,
  plainText,
  words,
} from "./postgres-texts.ts";

function labelsOf({ args }: TypeText): readonly string[] {
  return args.filter((label) => typeof label === "string");
}

/**
 * Instants, with or without a time zone: an untyped constant takes the column's type, and is read as UTC. The column
 * becomes an interval since a time before all dates, which is rounded to milliseconds; half a millisecond is subtracted
 * first, so that finer fractions are truncated.
 */
export const instants: DateColumnSql = {
  read: (column) =>
    sql`timestamp '1800-01-01' + ${cast(sql`${column} - '1800-01-01 00:00:00.0005+00'`, atom`interval(3)`)}`,
  bound: instant,
};

function instantsOf(type: TypeText): DateColumnSql {
  const zone =
    type.name.endsWith("with time zone") || type.name.endsWith("tz") ? "instant" : "zoneless";
  return { ...instants, zone, isWhole: (sizeOf(type) ?? 6) <= 3 };
}

/** A day is the instant of its midnight in UTC. */
const days: DateColumnSql = {
  zone: "day",
  read: (column) => cast(column, TIMESTAMP),
  bound: (milliseconds) => constant(dayFrom(milliseconds), atom`date`),
  isWhole: true,
};

/** A test of a text in a list that is NULL if the text is NULL: `@>` and `= ANY` would be FALSE. */
export function whenPresent(value: SqlFragment, test: SqlFragment): SqlFragment {
  return choose([[notNullTest(value), test]]);
}

/** Counts each NULL of an array as one more letter of the text. */
const nullCount = (column: SqlFragment): SqlFragment => {
  const [all, present] = [
    call("array_to_string", column, atom`''`, atom`'n'`),
    call("array_to_string", column, atom`''`),
  ];
  return sql`${call("length", all)} - ${call("length", present)}`;
};

/** Whether an array has at least one of several elements. A GIN index supports `&&` and `@>`. */
function anyOfTest(column: SqlFragment, type: SqlFragment, values: readonly string[]): SqlFragment {
  return sql`${column} && ${cast(arrayOfTexts(values), type)}`;
}

function allOfTest(column: SqlFragment, type: SqlFragment, values: readonly string[]): SqlFragment {
  return sql`${column} @> ${cast(arrayOfTexts(values), type)}`;
}

/** An array. A NULL element is dropped. */
export const texts: ListColumnSql = {
  length: (column) => sql`${call("cardinality", column)} - ${nullCount(column)}`,
  has: (column, value) =>
    // The column may have another type of text than the array, such as `varchar`.
    whenPresent(value, sql`${cast(column, TEXTS)} @> ${cast(atom`ARRAY[${value}]`, TEXTS)}`),
  constantTest: (column, value) => allOfTest(cast(column, TEXTS), TEXTS, [value]),
  anyTest: (column, values) => anyOfTest(cast(column, TEXTS), TEXTS, values),
  allTest: (column, values) => allOfTest(cast(column, TEXTS), TEXTS, values),
  join: (column, separator) => call("array_to_string", cast(column, TEXTS), separator),
  select: (column) => cast(column, TEXTS),
};

/** The element types that an array may have, with the array type for constants. */
const ELEMENTS: Readonly<Record<string, SqlFragment>> = {
  uuid: atom`uuid[]`,
  smallint: atom`int2[]`,
  integer: atom`int4[]`,
  bigint: atom`int8[]`,
};
const TEXT_ELEMENTS = ["text", "character varying", "character", "name", "citext", "enum"];

function arrayOf({ args: [element] }: TypeText): ListColumnSql | undefined {
  if (typeof element !== "object") return undefined;
  const native = POSTGRES_TYPES.find(({ names }) => names.includes(element.name));
  const [name = ""] = native?.names ?? [];
  const text = native?.fields.text?.(element);
  const list = text?.cell === undefined ? texts : { ...texts, cell: text.cell };
  const type = Object.hasOwn(ELEMENTS, name) ? ELEMENTS[name] : undefined;
  if (type === undefined) return TEXT_ELEMENTS.includes(name) ? list : undefined;
  const isElement = (value: string): boolean => text?.native?.constant(value) !== undefined;
  return {
    ...list,
    constantTest: (column, value) =>
      isElement(value) ? allOfTest(column, type, [value]) : undefined,
    anyTest: (column, values) => {
      const elements = values.filter(isElement);
      return elements.length === 0 ? FALSE : anyOfTest(column, type, elements);
    },
    allTest: (column, values) =>
      values.every(isElement) ? allOfTest(column, type, values) : FALSE,
  };
}

function jsonHasAll(column: SqlFragment, values: readonly string[]): SqlFragment {
  return sql`${cast(column, JSONB)} @> ${cast(parameter(JSON.stringify(values), "text"), JSONB)}`;
}

/** A column of `json`, `jsonb`, or text. */
export const jsonList: ListColumnSql = {
  length: (column) => call("jsonb_array_length", cast(column, JSONB)),
  has: (column, value) => sql`${cast(column, JSONB)} @> ${call("to_jsonb", value)}`,
  constantTest: (column, value) => jsonHasAll(column, [value]),
  allTest: (column, values) => jsonHasAll(column, values),
  join: (column, separator) => {
    const elements = atom`ARRAY(SELECT jsonb_array_elements_text(${cast(column, JSONB)}))`;
    return choose([[notNullTest(column), call("array_to_string", elements, separator)]]);
  },
};

const MAC = /^[0-9a-f]{2}(?::[0-9a-f]{2}){5}$/;
const MAC8 = /^[0-9a-f]{2}(?::[0-9a-f]{2}){7}$/;

const HAS_SHAPE = "a shape cannot be a value of a formula";
const HAS_RANGE = "a range cannot be a value of a formula";

/** The types of PostgreSQL. A domain behaves as its base type. */
export const POSTGRES_TYPES: readonly NativeType[] = [
  { names: ["text"], fields: { text: () => plainText } },
  {
    names: ["character varying", "varchar"],
    fields: { text: (type) => within(plainText, type) },
  },
  {
    names: ["text by code points"],
    fields: { text: (type) => within(exactText, type) },
    note: "`text` and `varchar` in the collation `C`, or in another one that compares code points: an index also serves orders",
  },
  {
    names: ["text of a named collation"],
    fields: { text: (type) => within(plainText, type) },
    note: '`text` and `varchar` in a collation of the column\'s own, such as `"de-x-icu"`',
  },
  {
    names: ["text of a nondeterministic collation"],
    fields: { text: (type) => within(looseText, type) },
    note: "the texts as they are stored: texts that the collation treats as equal are still different texts",
  },
  {
    names: ["citext"],
    fields: { text: () => ignoringCase },
    note: "the text as it is stored: texts that differ only in case are different texts",
  },
  {
    names: ["character", "char", "bpchar"],
    fields: { text: (type) => within(paddedText, type) },
    note: "without the spaces that pad it at the end",
  },
  {
    names: ["enum"],
    fields: { text: (type) => enumText(labelsOf(type)) },
    note: "the label; it sorts as a text, and not in the order of the labels",
  },
  {
    names: ["uuid"],
    fields: { text: () => opaque(atom`uuid`, UUID) },
    note: "in lower-case letters, with hyphens",
  },
  {
    names: ["smallint", "int2"],
    fields: {
      number: () => smallIntegers(16),
      text: () => integerText(atom`int2`, 16),
    },
  },
  {
    names: ["integer", "int", "int4"],
    fields: {
      number: () => smallIntegers(32),
      text: () => integerText(atom`int4`, 32),
    },
  },
  {
    names: ["bigint", "int8"],
    fields: {
      number: () => bigint,
      text: () => integerText(atom`int8`, 64),
    },
    note: "as a number, an integer beyond ±2^53 is the nearest float64; a text field has its digits",
  },
  {
    names: ["numeric", "decimal"],
    fields: { number: (type) => decimals(sizeOf(type)), text: () => writtenText(words) },
    note: "the nearest float64, which has the same digits up to a precision of 15; a text field has all digits",
  },
  { names: ["real", "float4"], fields: { number: () => ({ read: number, isSingle: true }) } },
  {
    names: ["double precision", "float8", "float"],
    fields: { number: () => ({ read: number }) },
  },
  { names: ["money"], fields: { number: () => money }, note: "the amount" },
  { names: ["boolean", "bool"], fields: { boolean: () => TRUE_OR_FALSE } },
  { names: ["date"], fields: { date: () => days }, note: "the instant of midnight in UTC" },
  {
    names: ["timestamp with time zone", "timestamptz"],
    fields: { date: instantsOf },
    note: "fractions finer than milliseconds are cut off; with `(3)`, an index also serves orders",
  },
  {
    names: ["timestamp without time zone", "timestamp"],
    fields: { date: instantsOf },
    note: "as if in UTC; fractions finer than milliseconds are cut off; with `(3)`, an index also serves orders",
  },
  {
    names: ["time without time zone", "time"],
    fields: { text: () => opaque(atom`time`, TIME) },
    note: "`23:59:59`, followed by a point and the digits of the fraction, if there is one",
  },
  {
    names: ["time with time zone", "timetz"],
    fields: { text: () => writtenText(words) },
    note: "`23:59:59+00`",
  },
  refused("interval", "the settings of the session decide how an interval is written"),
  {
    names: ["bytea"],
    fields: { text: () => bytes },
    note: "`\\x` and the bytes in hexadecimal digits",
  },
  {
    names: ["inet"],
    fields: {
      text: () => ({ ...writtenText(words), read: (column) => words(call("abbrev", column)) }),
    },
    note: "with the mask, if it has one",
  },
  { names: ["cidr"], fields: { text: () => writtenText(words) } },
  { names: ["macaddr"], fields: { text: () => opaque(atom`macaddr`, MAC) } },
  { names: ["macaddr8"], fields: { text: () => opaque(atom`macaddr8`, MAC8) } },
  { names: ["name"], fields: { text: () => ({ ...writtenText(words), isNeverEmpty: false }) } },
  { names: ['"char"'], fields: { text: () => ({ ...writtenText(words), isNeverEmpty: false }) } },
  { names: ["bit"], fields: { text: () => writtenText(words) } },
  {
    names: ["bit varying", "varbit"],
    fields: { text: () => ({ ...writtenText(words), isNeverEmpty: false }) },
  },
  {
    names: ["json"],
    fields: { text: () => ({ ...writtenText(words), cell: jsonText }), list: () => jsonList },
    note: "the text of the document as it was stored; a list if the schema says so and every document is an array of texts",
  },
  {
    names: ["jsonb"],
    fields: { text: () => ({ ...writtenText(words), cell: jsonText }), list: () => jsonList },
    note: "the text of the document as the server writes it; a list if the schema says so and every document is an array of texts",
  },
  { names: ["xml"], fields: { text: () => ({ ...writtenText(words), isNeverEmpty: false }) } },
  {
    names: ["array"],
    fields: { list: arrayOf },
    note: "of texts, `uuid`, enums and integers; a NULL in it is not an element, and one with several dimensions is one list",
  },
  ...["point", "line", "lseg", "box", "path", "polygon", "circle"].map((name) =>
    refused(name, HAS_SHAPE),
  ),
  ...["int4range", "int8range", "numrange", "tsrange", "tstzrange", "daterange"].map((name) =>
    refused(name, HAS_RANGE),
  ),
  refused("tsvector", "a search document cannot be a value of a formula"),
  refused("hstore", "pairs of names and values cannot be values of a formula"),
];
