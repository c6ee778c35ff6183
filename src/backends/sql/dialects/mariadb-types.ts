import { compareText } from "../../../language/values/text/index.ts";
import type {
  DateColumnSql,
  ListColumnSql,
  NativeType,
  NumberColumnSql,
  TextColumnSql,
} from "../dialect-definition.ts";
import { jsonText } from "../rows/decoded.ts";
import { atom, call, parameter, type SqlFragment } from "../sql-fragment.ts";
import type { TypeText } from "../type-text.ts";
import { ZERO_OR_ONE } from "./common.ts";
import { wideIntegers } from "./integers.ts";
import { constant, integer, number } from "./mariadb-basics.ts";
import { digitsText, writtenText } from "./native-texts.ts";
import {
  dayFrom,
  EXACT_DIGITS,
  hexadecimalCell,
  refused,
  shortDecimals,
  sizeOf,
  UUID,
  within,
} from "./native-types.ts";

/** The forms of texts that the types need from a dialect. */
export interface MariadbTexts {
  /** A column in utf8mb4, with the collation that compares code points. */
  readonly plain: (column: SqlFragment) => SqlFragment;
  readonly exactly: (text: SqlFragment) => SqlFragment;
  readonly delimited: (delimiter: string) => ListColumnSql;
}

/** Reads a value in the text form of the server. */
const words =
  (exactly: MariadbTexts["exactly"]) =>
  (column: SqlFragment): SqlFragment =>
    exactly(atom`CAST(${column} AS CHAR CHARACTER SET utf8mb4)`);

function enumText({ exactly }: MariadbTexts, { args }: TypeText): TextColumnSql {
  const labels = args.filter((label) => typeof label === "string");
  const read = (column: SqlFragment): SqlFragment =>
    exactly(atom`CONVERT(${column} USING utf8mb4)`);
  // Without any, the labels are not known.
  if (labels.length === 0) return { read };
  return {
    read,
    native: {
      // A value that is none of the labels is stored as the empty text.
      constant: (value) => (value === "" || labels.includes(value) ? constant(value) : undefined),
      values: [...labels].sort(compareText),
    },
  };
}

const unsigned = (value: SqlFragment): SqlFragment => atom`CAST(${value} AS UNSIGNED)`;

function bigint(isUnsigned: boolean): {
  number: NumberColumnSql;
  text: (forms: MariadbTexts) => TextColumnSql;
} {
  const [least, most] = isUnsigned ? [0n, 2n ** 64n - 1n] : [-(2n ** 63n), 2n ** 63n - 1n];
  const bound = (value: bigint): SqlFragment =>
    (isUnsigned && value >= 0n ? unsigned : integer)(constant(String(value)));
  return {
    number: wideIntegers({
      read: number,
      integer: bound,
      number: (value) => number(parameter(value, "number")),
      least,
      most,
    }),
    text: ({ exactly }) => digitsText(words(exactly), bound, least, most),
  };
}

const SIGNED = bigint(false);
const UNSIGNED = bigint(true);

function decimals(precision: number): NumberColumnSql {
  if (precision > EXACT_DIGITS) {
    return { read: number, compared: number, isRounded: true };
  }
  return shortDecimals({
    read: number,
    decimal: (digits) =>
      /^-?\d{1,15}(?:\.\d{1,17})?$/.test(digits)
        ? atom`CAST(${constant(digits)} AS DECIMAL(65, 30))`
        : undefined,
    number: (value) => number(parameter(value, "number")),
  });
}

/** A day is the instant of its midnight in UTC. */
const days: DateColumnSql = {
  zone: "day",
  read: (column) => atom`CAST(${column} AS DATETIME(3))`,
  bound: (milliseconds) => atom`CAST(${constant(dayFrom(milliseconds))} AS DATE)`,
  isWhole: true,
};

/** Bytes as hexadecimal digits. */
function bytes({ exactly }: MariadbTexts): TextColumnSql {
  return {
    read: (column) => exactly(atom`CONVERT(${call("LOWER", call("HEX", column))} USING utf8mb4)`),
    cell: hexadecimalCell,
    native: {
      constant: (value) =>
        /^(?:[0-9a-f]{2})*$/.test(value) ? call("UNHEX", constant(value)) : undefined,
    },
  };
}

/** The types of MariaDB and MySQL, by their names in the catalogue. */
export function mariadbTypes(
  forms: MariadbTexts,
  instants: DateColumnSql,
  isMysql: boolean,
): readonly NativeType[] {
  const { plain, exactly } = forms;
  const text: TextColumnSql = { read: plain };
  const converted: TextColumnSql = {
    read: (column) => exactly(atom`CONVERT(${column} USING utf8mb4)`),
  };
  const exact: TextColumnSql = { read: plain, native: { constant, isOrdered: true } };
  const whole = (bits: number, names: readonly [string, ...string[]]): NativeType => ({
    names,
    fields: { number: () => ({ read: number, whole: 2 ** bits }) },
  });
  const set: ListColumnSql = { ...forms.delimited(","), delimiter: "," };
  const instantsOf = (type: TypeText): DateColumnSql => ({
    ...instants,
    zone: "zoneless",
    isWhole: (sizeOf(type) ?? 0) <= 3,
  });
  return [
    {
      names: ["varchar", "char", "text", "tinytext", "mediumtext", "longtext"],
      fields: { text: (type) => within(text, type) },
      note: "the texts as they are stored, in any collation of utf8mb4: texts that the collation treats as equal are still different texts",
    },
    {
      names: ["text by code points"],
      fields: { text: (type) => within(exact, type) },
      note: "texts in a collation that compares code points (`utf8mb4_nopad_bin`, or `utf8mb4_0900_bin` on MySQL): an index also serves orders",
    },
    {
      names: ["text of another character set"],
      fields: { text: (type) => within(converted, type) },
      note: "`latin1`, `utf8mb3` and others: every text is converted, and no index serves",
    },
    {
      names: ["enum"],
      fields: { text: (type) => enumText(forms, type) },
      note: "the label; it sorts as a text, and not in the order of the labels",
    },
    { names: ["set"], fields: { list: () => set }, note: "the labels, in their order" },
    {
      names: ["boolean", "bool"],
      fields: { boolean: () => ZERO_OR_ONE },
      note: "`TINYINT(1)`: 0 and 1; reading another number raises an error, unless a mapping says `tinyint`",
    },
    whole(8, ["tinyint", "tinyint unsigned"]),
    whole(16, ["smallint", "smallint unsigned"]),
    whole(24, ["mediumint", "mediumint unsigned"]),
    whole(32, ["int", "integer", "int unsigned"]),
    {
      names: ["bigint"],
      fields: { number: () => SIGNED.number, text: () => SIGNED.text(forms) },
      note: "as a number, an integer beyond ±2^53 is the nearest float64; a text field has its digits",
    },
    {
      names: ["bigint unsigned"],
      fields: { number: () => UNSIGNED.number, text: () => UNSIGNED.text(forms) },
      note: "as `bigint`",
    },
    isMysql
      ? {
          names: ["decimal", "decimal unsigned"],
          fields: {},
          note: "MySQL does not say how it rounds a decimal to float64",
          instead: "make a generated column that is a DOUBLE",
        }
      : {
          names: ["decimal", "decimal unsigned", "numeric"],
          fields: { number: (type) => decimals(sizeOf(type) ?? 10) },
          note: "the nearest float64, which has the same digits up to a precision of 15",
        },
    {
      names: ["float", "float unsigned"],
      fields: { number: () => ({ read: number, isSingle: true }) },
    },
    {
      names: ["double", "double unsigned"],
      fields: { number: () => ({ read: number }) },
    },
    {
      names: ["year"],
      // MariaDB compares a YEAR with 1 as if that were 2001.
      fields: { number: () => ({ read: number, compared: number }) },
      note: "no index serves",
    },
    {
      names: ["bit"],
      fields: {
        boolean: (type) => ((sizeOf(type) ?? 1) === 1 ? ZERO_OR_ONE : undefined),
        number: (type) =>
          (sizeOf(type) ?? 1) <= 53 ? { read: number, whole: 2 ** 53 } : undefined,
      },
      note: "`bit(1)` is a boolean; a longer one, of up to 53 bits, is a number",
    },
    { names: ["date"], fields: { date: () => days }, note: "the instant of midnight in UTC" },
    {
      names: ["datetime"],
      fields: { date: instantsOf },
      note: "as if in UTC; fractions finer than milliseconds are cut off; up to `(3)`, an index also serves orders",
    },
    {
      names: ["timestamp"],
      fields: { date: instantsOf },
      note: "the `time_zone` of the session must be `+00:00`; fractions finer than milliseconds are cut off",
    },
    {
      names: ["time"],
      fields: { text: () => writtenText(words(exactly)) },
      note: "as the server writes it",
    },
    {
      names: ["uuid"],
      fields: {
        text: () =>
          writtenText(words(exactly), {
            constant: (value) => (UUID.test(value) ? constant(value) : undefined),
          }),
      },
      note: "in lower-case letters, with hyphens",
    },
    { names: ["inet4", "inet6"], fields: { text: () => writtenText(words(exactly)) } },
    {
      names: ["json"],
      fields: { text: () => ({ ...writtenText(words(exactly)), cell: jsonText }) },
      note: "the text of the document",
    },
    {
      names: ["binary", "varbinary", "blob", "tinyblob", "mediumblob", "longblob"],
      fields: { text: () => bytes(forms) },
      note: "the bytes in hexadecimal digits",
    },
    ...["geometry", "point", "linestring", "polygon"].map((name) =>
      refused(name, "a shape cannot be a value of a formula"),
    ),
  ];
}
