import type { CalendarUnit, DatePart } from "../../values/date/index.ts";
import {
  type DialectDefinition,
  type Impossible,
  impossible,
  type ListColumn,
} from "../dialect.ts";
import { Dialect } from "../filter.ts";
import {
  and,
  atom,
  call,
  choose,
  commas,
  type Fragment,
  isNotNull,
  NULL,
  name,
  or,
  parameter,
  sql,
} from "../fragment.ts";
import { type LetterCase, lettersOf, UNSETTLED } from "./mariadb-letters.ts";
import { pcrePattern } from "./mariadb-pattern.ts";

const TYPES = "https://mariadb.com/kb/en/data-types/";
const STRINGS = "https://mariadb.com/kb/en/string-functions/";
const PCRE = "https://mariadb.com/kb/en/pcre/";

const number = (value: Fragment): Fragment => sql`${value} + 0e0`;
const integer = (value: Fragment): Fragment => atom`CAST(${value} AS SIGNED)`;

/** A constant of this file: bound, since what a backslash means in SQL depends on the session. */
const constant = (value: string): Fragment => parameter(value, "text");

/** Compares code points, and neither ignores case nor what stands at the end. */
const exactly = (text: Fragment): Fragment => sql`${text} COLLATE utf8mb4_nopad_bin`;

/** What columns and constants are without that collation. */
const bare = new WeakMap<Fragment, Fragment>();

function exactColumn(column: Fragment): Fragment {
  const text = exactly(column);
  bare.set(text, column);
  return text;
}

/** The operand beside one that has the collation: what it is by itself does not matter. */
function beside(text: Fragment): Fragment {
  return bare.get(text) ?? text;
}

/** A column and a constant as they are: comparing them so says too often that they are the same, but uses the column's index. */
function indexed(text: Fragment, other: Fragment): readonly [Fragment, Fragment] | undefined {
  const [column, value] = [bare.get(text), bare.get(other)];
  return column?.parameters === 0 && value?.parameters === 1 ? [column, value] : undefined;
}

function sameText(a: Fragment, b: Fragment): Fragment {
  const plain = indexed(a, b);
  const same = sql`${a} = ${beside(b)}`;
  return plain === undefined ? same : and(sql`${plain[0]} = ${plain[1]}`, same);
}

function textAmong(text: Fragment, among: readonly Fragment[]): Fragment {
  const values = commas(among.map(beside));
  const found = sql`${text} IN (${values})`;
  const column = among.every((value) => indexed(text, value) !== undefined)
    ? bare.get(text)
    : undefined;
  return column === undefined ? found : and(sql`${column} IN (${values})`, found);
}

const NAMED_TYPES = {
  number: "DOUBLE",
  date: "DATETIME(3)",
  text: "LONGTEXT CHARACTER SET utf8mb4 COLLATE utf8mb4_nopad_bin",
} as const;

/**
 * Names for values: columns of a table of one row, made of JSON, since MariaDB knows no other that may refer to the row at
 * hand. JSON keeps float64, texts and instants exactly. All that has no name stays outside the subquery, so that no name hides
 * a column's.
 */
function bind(
  alias: string,
  values: readonly Fragment[],
  body: (names: readonly Fragment[]) => Fragment,
  types: readonly (keyof typeof NAMED_TYPES)[],
): Fragment {
  const columns = types.map((type, index) =>
    name(`v${index} ${NAMED_TYPES[type]} PATH '$[${index}]'`),
  );
  const row = atom`JSON_TABLE(${call("JSON_ARRAY", ...values)}, '$' COLUMNS (${commas(columns)}))`;
  const names = values.map((_, index) => name(`${alias}.v${index}`));
  return atom`(SELECT ${body(names)} FROM ${row} AS ${name(alias)})`;
}

/** What is longer gets a name, rather than that it is repeated. */
const SHORT = 60;

function named(
  value: Fragment,
  type: keyof typeof NAMED_TYPES,
  use: (name: Fragment) => Fragment,
): Fragment {
  return value.size <= SHORT ? use(value) : bind("x", [value], ([a = value]) => use(a), [type]);
}

function namedText(value: Fragment, use: (name: Fragment) => Fragment): Fragment {
  return named(value, "text", use);
}

const instant = (value: Fragment): Fragment => atom`CAST(${value} AS DATETIME(3))`;

/** Its milliseconds have three digits: rounding, which the session decides about, has nothing to do. */
function instantOf(milliseconds: number): Fragment {
  const iso = new Date(milliseconds).toISOString();
  return instant(constant(iso.slice(0, 23).replace("T", " ")));
}

function later(date: Fragment, microseconds: Fragment): Fragment {
  return sql`${date} + INTERVAL ${microseconds} MICROSECOND`;
}

function earlier(date: Fragment, microseconds: Fragment): Fragment {
  return sql`${date} - INTERVAL ${microseconds} MICROSECOND`;
}

function datePart(date: Fragment, part: DatePart): Fragment {
  switch (part) {
    case "year":
    case "quarter":
    case "month":
    case "day":
    case "dayOfYear":
    case "hour":
    case "minute":
    case "second":
      return number(call(part.toUpperCase(), date));
    case "weekday":
      return number(sql`${call("DAYOFWEEK", date)} - 1`);
    case "week": {
      // The week's Saturday decides.
      const deciding = sql`${date} + INTERVAL ${sql`7 - ${call("DAYOFWEEK", date)}`} DAY`;
      return number(sql`${sql`${call("DAYOFYEAR", deciding)} + 6`} DIV 7`);
    }
    case "isoWeek":
      return number(call("WEEK", date, atom`3`));
    case "millisecond":
      return number(sql`${call("MICROSECOND", date)} DIV 1000`);
  }
}

function startOf(date: Fragment, unit: CalendarUnit): Fragment {
  switch (unit) {
    case "second":
      return earlier(date, call("MICROSECOND", date));
    case "minute":
      return earlier(date, atom`EXTRACT(SECOND_MICROSECOND FROM ${date})`);
    case "hour":
      return sql`${instant(call("DATE", date))} + INTERVAL ${call("HOUR", date)} HOUR`;
    case "day":
      return instant(call("DATE", date));
    case "month":
      return instant(call("DATE_FORMAT", date, atom`'%Y-%m-01'`));
    case "quarter":
      return sql`${startOf(date, "year")} + INTERVAL ${sql`${call("QUARTER", date)} - 1`} QUARTER`;
    case "year":
      return instant(call("MAKEDATE", call("YEAR", date), atom`1`));
  }
}

const MANTISSA = String.raw`[+-]?(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)`;
const NUMBER = constant(String.raw`\A\x20*${MANTISSA}(?:[eE][+-]?[0-9]+)?\x20*\z`);
/** Up to thirty characters MariaDB reads to the nearest float64; and with so small an exponent it is in range. */
const SHORT_NUMBER = constant(
  String.raw`\A(?=.{1,30}\z)\x20*${MANTISSA}(?:[eE](?:\+?1?[0-9]{1,2}|-[0-9]{1,3}))?\x20*\z`,
);
const ALL_BUT_MANTISSA = constant(String.raw`[eE].*|[\x20+-]`);
const SIGN = constant(String.raw`\A\x20*\K-?`);
const EXPONENT = constant(String.raw`\A[^eE]*[eE]([+-]?)0*([0-9]{1,9}).*\z`);
const NO_EXPONENT = constant("e0");
const BOTH_GROUPS = constant(String.raw`\1\2`);
const DIGITS = name("800");
const NOT_ZERO = constant("[1-9]");
/** The least digits, before the 309th place, of what rounds to infinity. */
const INFINITE_DIGITS = constant((2n ** 1024n - 2n ** 970n).toString());

/**
 * MariaDB reads no more than thirty digits after the point, and takes the largest number for one out of range. Digits
 * without a point it reads all; beyond eight hundred it only counts whether one is not 0.
 */
function parseNumber(value: Fragment): Fragment {
  return namedText(value, (a) =>
    choose([
      [sql`${a} REGEXP ${SHORT_NUMBER}`, number(a)],
      [sql`${a} REGEXP ${NUMBER}`, parseLongNumber(a)],
    ]),
  );
}

function parseLongNumber(value: Fragment): Fragment {
  const mantissa = call("REGEXP_REPLACE", value, ALL_BUT_MANTISSA, atom`''`);
  const digits = atom`TRIM(LEADING '0' FROM ${call("REPLACE", mantissa, atom`'.'`, atom`''`)})`;
  const behindPoint = call(
    "GREATEST",
    sql`${call("LOCATE", atom`'.'`, call("REVERSE", mantissa))} - 1`,
    atom`0`,
  );
  const exponent = integer(
    call("REGEXP_REPLACE", call("CONCAT", value, NO_EXPONENT), EXPONENT, BOTH_GROUPS),
  );
  const parts = [digits, sql`${exponent} - ${behindPoint}`, call("REGEXP_SUBSTR", value, SIGN)];
  const read = ([known = NULL, shift = NULL, sign = NULL]: readonly Fragment[]): Fragment => {
    // As if the digits stood behind the point.
    const place = sql`${shift} + ${call("CHAR_LENGTH", known)}`;
    const isInfinite = or(
      sql`${place} > 309`,
      and(sql`${place} = 309`, sql`${known} >= ${INFINITE_DIGITS}`),
    );
    const rest = sql`${call("SUBSTR", known, sql`${DIGITS} + 1`)} REGEXP ${NOT_ZERO}`;
    const readable = call(
      "CONCAT",
      sign,
      call("RPAD", known, DIGITS, atom`'0'`),
      call("IF", rest, atom`'1'`, atom`'0'`),
      atom`'e'`,
      sql`${sql`${place} - ${DIGITS}`} - 1`,
    );
    return choose(
      [
        [or(sql`${known} = ''`, sql`${place} < -400`), atom`0e0`],
        [isInfinite, NULL],
      ],
      number(readable),
    );
  };
  return bind("y", parts, read, ["text", "number", "text"]);
}

/** How many zeros after the point make which exponent, where MariaDB writes none but JavaScript does. */
const EXPONENTS = constant(
  `|${Array.from({ length: 12 }, (_, index) => `${"0".repeat(6 + index)}:${7 + index}|`).join("")}`,
);
const SMALL = constant(String.raw`^(-?)0\.(0+)([1-9])([0-9]*)\|(?:.*\|)?\2:([0-9]+)\|.*$`);
const WITH_EXPONENT = constant(String.raw`\1\3.\4e-\5`);

/**
 * Both write the shortest digits. A decimal has them without an exponent, and that is how JavaScript writes numbers from 1e-6
 * up to 1e21; beyond, exponents look a little different.
 */
function numberText(value: Fragment): Fragment {
  return exactly(named(value, "number", unnamedNumberText));
}

function unnamedNumberText(value: Fragment): Fragment {
  const decimal = atom`CAST(CAST(${value} AS DECIMAL(65, 30)) AS CHAR)`;
  const fixed = atom`TRIM(TRAILING '.' FROM TRIM(TRAILING '0' FROM ${decimal}))`;
  const signed = call(
    "REPLACE",
    call("REPLACE", call("CONCAT", value), atom`'e'`, atom`'e+'`),
    atom`'e+-'`,
    atom`'e-'`,
  );
  const small = call("REGEXP_REPLACE", call("CONCAT", signed, EXPONENTS), SMALL, WITH_EXPONENT);
  const scientific = call(
    "REPLACE",
    call("REPLACE", small, EXPONENTS, atom`''`),
    atom`'.e'`,
    atom`'e'`,
  );
  const isFixed = sql`${call("ABS", value)} BETWEEN 1e-6 AND 999999999999999900000e0`;
  return choose([[isFixed, fixed]], scientific);
}

function find(needle: Fragment, text: Fragment, start: Fragment | undefined): Fragment {
  if (start === undefined) return call("LOCATE", beside(needle), text);
  // Where it looks for nothing, LOCATE answers with bytes.
  const isEmpty = sql`${needle} = ''`;
  const end = sql`${call("CHAR_LENGTH", text)} + 1`;
  return choose(
    [
      [and(isEmpty, sql`${start} <= ${end}`), start],
      [and(isEmpty, sql`${start} > ${end}`), atom`0`],
    ],
    call("LOCATE", beside(needle), text, start),
  );
}

const UNSETTLED_CASE = constant(UNSETTLED);
const SECOND_GROUP = constant(String.raw`\2`);

/** MariaDB's own, and letter by letter where it may know other letters than JavaScript does. */
function inCase(letterCase: LetterCase): (text: Fragment) => Fragment {
  return (text) =>
    exactly(
      namedText(text, (a) => {
        const { table, letter } = lettersOf(letterCase);
        const looked = call("CONCAT", a, constant(table));
        const changed = call("REGEXP_REPLACE", looked, constant(letter), SECOND_GROUP);
        return choose(
          [[sql`${a} REGEXP ${UNSETTLED_CASE}`, call("LEFT", changed, call("CHAR_LENGTH", a))]],
          call(letterCase.toUpperCase(), a),
        );
      }),
    );
}

const JSON_END = constant(String.raw`\G((?:\A")?[^"\\]*+(?:\\.[^"\\]*+)*+)","`);
const FIRST_GROUP = constant(String.raw`\1`);
const [BACKSLASH, TWO_BACKSLASHES] = [constant("\\"), constant("\\\\")];

/** JSON made by others may escape any character. */
const json: ListColumn = {
  length: (column) => call("JSON_LENGTH", column),
  has: (column, text) => {
    const elements = atom`JSON_TABLE(${column}, '$[*]' COLUMNS (element LONGTEXT CHARACTER SET utf8mb4 COLLATE utf8mb4_nopad_bin PATH '$')) AS elements`;
    // It raises where there is no JSON.
    return sql`${choose([[and(isNotNull(text), call("JSON_VALID", column)), sql`${text} IN (SELECT elements.element FROM ${elements})`]])} = 1`;
  },
  /** The JSON of the elements becomes that of one text. GROUP_CONCAT would cut what is longer than the session allows. */
  join: (column, separator) => {
    const elements = atom`TRIM(LEADING '[' FROM TRIM(TRAILING ']' FROM ${call("JSON_COMPACT", column)}))`;
    const quoted = call("JSON_QUOTE", beside(separator));
    const inner = atom`SUBSTR(${quoted}, 2, ${sql`${call("CHAR_LENGTH", quoted)} - 2`})`;
    const between = call("CONCAT", FIRST_GROUP, call("REPLACE", inner, BACKSLASH, TWO_BACKSLASHES));
    return exactly(call("JSON_UNQUOTE", call("REGEXP_REPLACE", elements, JSON_END, between)));
  },
};

function delimited(delimiter: string): ListColumn | Impossible {
  if ([...delimiter].length !== 1) {
    return impossible("no function splits at more than one character", STRINGS);
  }
  const between = constant(delimiter);
  const around = (text: Fragment): Fragment => call("CONCAT", between, text, between);
  return {
    length: (column) => {
      const without = call("REPLACE", exactly(column), between, atom`''`);
      const removed = sql`${call("CHAR_LENGTH", column)} - ${call("CHAR_LENGTH", without)}`;
      return choose(
        [[sql`${call("CHAR_LENGTH", column)} = 0`, atom`0`]],
        sql`${sql`${removed} DIV ${call("CHAR_LENGTH", between)}`} + 1`,
      );
    },
    has: (column, text) => {
      const isElement = and(
        sql`${call("CHAR_LENGTH", column)} > 0`,
        sql`${call("LOCATE", between, text)} = 0`,
        sql`${call("LOCATE", around(text), around(exactly(column)))} > 0`,
      );
      return sql`${choose([[sql`${text} IS NOT NULL`, isElement]])}`;
    },
    join: (column, separator) => call("REPLACE", exactly(column), between, separator),
  };
}

/** Names have up to 64 characters of the basic plane, and no space at the end. */
function isName(name: string): boolean {
  const hasOthers = /\p{Surrogate}|[\u{10000}-\u{10ffff}]/u.test(name) || name.includes("\0");
  return name !== "" && name.length <= 64 && !name.endsWith(" ") && !hasOthers;
}

const definition: DialectDefinition = {
  name: "mariadb",
  title: "MariaDB",
  quote: (name) => (isName(name) ? `\`${name.replaceAll("`", "``")}\`` : undefined),
  placeholder: () => "?",
  reusesPlaceholders: false,
  limits: { parameters: 65_000, depth: 200 },
  overflow: "raises",
  underflow: "zero",
  bind,
  literal: {
    text: exactColumn,
    number,
    integer,
    date: instantOf,
  },
  textOrder: (text) => text,
  columns: {
    text: { text: { read: exactColumn } },
    number: {
      double: { read: number, isInteger: false },
      integer: { read: number, isInteger: true },
      decimal: { read: number, isInteger: false, compared: number },
    },
    boolean: {
      boolean: { isTrue: (column) => sql`${column} = 1`, isFalse: (column) => sql`${column} <> 1` },
      integer: { isTrue: (column) => sql`${column} = 1`, isFalse: (column) => sql`${column} <> 1` },
    },
    date: {
      timestamp: {
        // DATETIME(6) has microseconds, and whether a cast rounds them depends on the session.
        read: (column) => earlier(column, sql`${call("MICROSECOND", column)} MOD 1000`),
        bound: instantOf,
      },
      epochMilliseconds: {
        read: (column) => later(instantOf(0), sql`${column} * 1000`),
        bound: (milliseconds) => integer(parameter(milliseconds, "integer")),
      },
    },
    list: {
      array: impossible("MariaDB has no arrays", TYPES),
      json,
      delimited,
    },
  },
  operations: {
    add: (a, b) => sql`${a} + ${b}`,
    subtract: (a, b) => sql`${a} - ${b}`,
    multiply: (a, b) => sql`${a} * ${b}`,
    divide: (a, b) => sql`${a} / ${b}`,
    abs: (a) => call("ABS", a),
    // By itself it has a scale of 0, which CONCAT would keep.
    floor: (a) => number(call("FLOOR", a)),
    sqrt: (a) => call("SQRT", a),
    integer,
    float: number,
    numberText,
    wholeNumberText: (a) => exactly(atom`CAST(${integer(a)} AS CHAR)`),
    parseNumber,
    sameText,
    differentText: (a, b) => sql`${a} <> ${beside(b)}`,
    textBefore: (a, b) => sql`${a} < ${beside(b)}`,
    textBeforeOrSame: (a, b) => sql`${a} <= ${beside(b)}`,
    textAmong,
    textNotAmong: (text, among) => sql`${text} NOT IN (${commas(among.map(beside))})`,
    length: (text) => call("CHAR_LENGTH", text),
    byteLength: (text) => call("OCTET_LENGTH", text),
    find,
    contains: (text, needle) => sql`${call("LOCATE", beside(needle), text)} > 0`,
    notContains: (text, needle) => sql`${call("LOCATE", beside(needle), text)} = 0`,
    startsWith: (text, needle) =>
      sql`${call("LEFT", text, call("CHAR_LENGTH", needle))} = ${beside(needle)}`,
    endsWith: (text, needle) =>
      sql`${call("RIGHT", text, call("CHAR_LENGTH", needle))} = ${beside(needle)}`,
    slice: (text, start, count) => call("SUBSTR", text, start, count),
    lower: inCase("lower"),
    upper: inCase("upper"),
    trim: (text) => atom`TRIM(BOTH ' ' FROM ${text})`,
    concat: ([first, ...rest]) =>
      call("CONCAT", ...(first === undefined ? [] : [first]), ...rest.map(beside)),
    substitute: (text, old, replacement) => call("REPLACE", text, beside(old), beside(replacement)),
    repeat: (text, count) => call("REPEAT", text, count),
    regexMatch: (text, { root }) => {
      const pattern = pcrePattern(root);
      return pattern === undefined
        ? impossible("PCRE may turn back too often to find an answer", PCRE)
        : sql`${text} REGEXP ${constant(pattern)}`;
    },
    datePart,
    startOf,
    addMilliseconds: (date, amount) => later(date, sql`${integer(amount)} * 1000`),
    addMonths: (date, months) => sql`${date} + INTERVAL ${months} MONTH`,
    millisecondsBetween: (a, b) =>
      number(sql`${atom`TIMESTAMPDIFF(MICROSECOND, ${b}, ${a})`} DIV 1000`),
    monthsBetween: (a, b) => number(atom`TIMESTAMPDIFF(MONTH, ${b}, ${a})`),
    dateText: (date) => {
      const text = call("DATE_FORMAT", date, atom`'%Y-%m-%dT%T.%f'`);
      return exactly(call("CONCAT", call("LEFT", text, atom`23`), atom`'Z'`));
    },
  },
};

export const mariadb: Dialect = new Dialect(definition);
