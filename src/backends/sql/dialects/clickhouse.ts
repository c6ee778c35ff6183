import type { CalendarUnit, DatePart } from "../../../language/values/date/index.ts";
import type { Regex } from "../../../language/values/regex/index.ts";
import { codePointOf } from "../../../util/code-point-of.ts";
import { Dialect } from "../dialect.ts";
import type { DialectDefinition, Impossible, ListColumnSql } from "../dialect-definition.ts";
import {
  and,
  atom,
  call,
  choose,
  not,
  or,
  parameter,
  type SqlFragment,
  sql,
} from "../sql-fragment.ts";
import {
  among,
  anyTimestamps,
  arrayColumn,
  decimal,
  float64,
  instantOf,
  int64,
  integer,
  listColumn,
  moment,
  number,
} from "./clickhouse-basics.ts";
import { clickhouseCatalogue } from "./clickhouse-catalogue.ts";
import { CLICKHOUSE_TYPES } from "./clickhouse-types.ts";
import {
  add,
  asItIs,
  differentText,
  divide,
  MOST_WHOLE,
  multiply,
  sameText,
  subtract,
  textAmong,
  textBefore,
  textBeforeOrSame,
  textNotAmong,
  UNIT_LENGTHS,
  wholeMonths,
} from "./common.ts";
import { lowerVariants } from "./letter-variants.ts";
import { hasNotWordBoundary, re2Source, type Spelling } from "./re2.ts";
import { escapedCode } from "./regex-source.ts";

// The SQL of each engine: one file for a dialect, and others for its case mapping, patterns and so on.

const TEXT = "https://clickhouse.com/docs/sql-reference/functions/string-functions";
("https://clickhouse.com/docs/sql-reference/functions/splitting-merging-functions");
const SETTINGS = "https://clickhouse.com/docs/operations/settings/settings#precise_float_parsing";

const { day: DAY } = UNIT_LENGTHS;

/** ClickHouse writes the shortest digits, as JavaScript does, but no plus before an exponent. */
function numberText(value: SqlFragment): SqlFragment {
  const text = call("toString", value);
  return choose(
    [
      // This includes -0.
      [sql`${value} = 0`, atom`'0'`],
      [sql`${call("abs", value)} >= 1e21`, atom`replaceOne(${text}, 'e', 'e+')`],
    ],
    text,
  );
}

const NUMBER_PATTERN = atom`'^ *[+-]?([0-9]+[.]?[0-9]*|[.][0-9]+)([eE][+-]?[0-9]+)? *\\\\z'`;
const PLAIN_NUMBER_PATTERN = atom`'^ *[+-]?([0-9]+[.]?[0-9]*|[.][0-9]+) *\\\\z'`;
const NO_DIGIT = atom`'[^0-9]'`;
const FRACTION = atom`'[.]([0-9]*)'`;

const digitsOf = (text: SqlFragment): SqlFragment =>
  call("replaceRegexpAll", text, NO_DIGIT, atom`''`);

/**
 * Divides a whole number by a power of ten. Float64 holds both exactly, so the quotient is the nearest float64. NULL
 * for a text that is not a number.
 */
function parseNumber(text: SqlFragment): SqlFragment {
  const places = call("length", call("extract", text, FRACTION));
  const whole = number(call("toUInt64OrZero", digitsOf(text)));
  const size = sql`${whole} / ${number(call("intExp10", places))}`;
  const value = choose([[sql`${call("position", text, atom`'-'`)} > 0`, sql`0 - ${size}`]], size);
  return choose([[call("match", text, PLAIN_NUMBER_PATTERN), value]]);
}

function exactParseTest(text: SqlFragment): SqlFragment {
  return or(
    not(call("match", text, NUMBER_PATTERN)),
    and(call("match", text, PLAIN_NUMBER_PATTERN), sql`${call("length", digitsOf(text))} <= 15`),
  );
}

/**
 * Matches characters other than uncased ones and long-established pairs of letters. For those letters, the result
 * depends on ClickHouse's version.
 */
const UNSETTLED = atom`'[^\\\\x01-\u{de}\u{e0}-\u{12f}\u{131}-\u{148}\u{14a}-\u{17f}\u{300}-\u{344}\u{346}-\u{36f}\u{384}-\u{38a}\u{38c}\u{38e}-\u{38f}\u{391}-\u{3a1}\u{3a4}-\u{3af}\u{3b1}-\u{3ce}\u{400}-\u{513}\u{531}-\u{556}\u{559}-\u{55f}\u{561}-\u{586}\u{589}-\u{58a}\u{591}-\u{6ff}\u{900}-\u{97f}\u{e00}-\u{e7f}\u{1e00}-\u{1e95}\u{1ea0}-\u{1ef9}\u{2000}-\u{206f}\u{20a0}-\u{20c0}\u{2190}-\u{23ff}\u{2500}-\u{27bf}\u{3000}-\u{30ff}\u{3400}-\u{9fff}\u{ac00}-\u{d7a3}\u{fe0f}\u{1f000}-\u{1faff}\u{20000}-\u{2a6df}]'`;
const CASE =
  "letters that are new to Unicode, and those whose case takes several letters or depends on others, may differ on ClickHouse";

const settledTest = (text: SqlFragment): SqlFragment => not(call("match", text, UNSETTLED));

/** The nonnegative remainder. */
const modulo = (a: SqlFragment, b: SqlFragment): SqlFragment => call("positiveModulo", a, b);

const startOfDay = (date: SqlFragment): SqlFragment => sql`${date} - ${modulo(date, DAY)}`;

/** The milliseconds of a date without a time. */
const millisecondsOfDate = (date: SqlFragment): SqlFragment => sql`${int64(date)} * ${DAY}`;

function datePart(date: SqlFragment, part: DatePart): SqlFragment {
  switch (part) {
    case "year":
      return number(call("toYear", moment(date)));
    case "quarter":
      return number(call("toQuarter", moment(date)));
    case "month":
      return number(call("toMonth", moment(date)));
    case "day":
      return number(call("toDayOfMonth", moment(date)));
    case "dayOfYear":
      return number(call("toDayOfYear", moment(date)));
    case "weekday":
      return number(weekday(date, atom`4`));
    case "week":
      // The week's Saturday determines the year that the week belongs to.
      return week(sql`${date} + ${sql`${sql`6 - ${weekday(date, atom`4`)}`} * ${DAY}`}`);
    case "isoWeek":
      // The week's Thursday determines the year that the week belongs to.
      return week(sql`${date} + ${sql`${sql`3 - ${weekday(date, atom`3`)}`} * ${DAY}`}`);
    case "hour":
      return partOfDay(date, DAY, UNIT_LENGTHS.hour);
    case "minute":
      return partOfDay(date, UNIT_LENGTHS.hour, UNIT_LENGTHS.minute);
    case "second":
      return partOfDay(date, UNIT_LENGTHS.minute, UNIT_LENGTHS.second);
    case "millisecond":
      return number(modulo(date, atom`1000`));
  }
}

function partOfDay(date: SqlFragment, whole: SqlFragment, part: SqlFragment): SqlFragment {
  return number(call("intDiv", modulo(date, whole), part));
}

/** The day of the week, counted from 0. `first` is the weekday of 1970-01-01. */
function weekday(date: SqlFragment, first: SqlFragment): SqlFragment {
  return modulo(sql`${call("intDiv", startOfDay(date), DAY)} + ${first}`, atom`7`);
}

/** The number of the week, computed from the day that determines its year. */
function week(deciding: SqlFragment): SqlFragment {
  return number(call("intDiv", sql`${call("toDayOfYear", moment(deciding))} + 6`, atom`7`));
}

function startOf(date: SqlFragment, unit: CalendarUnit): SqlFragment {
  switch (unit) {
    case "second":
    case "minute":
    case "hour":
    case "day":
      return sql`${date} - ${modulo(date, UNIT_LENGTHS[unit])}`;
    case "month":
      return daysBefore(date, call("toDayOfMonth", moment(date)));
    case "quarter": {
      const month = sql`${sql`${call("toQuarter", moment(date))} * 3`} - 2`;
      return millisecondsOfDate(call("makeDate32", call("toYear", moment(date)), month, atom`1`));
    }
    case "year":
      return daysBefore(date, call("toDayOfYear", moment(date)));
  }
}

/** The start of day 1, if `day` is the number of this date's day. */
function daysBefore(date: SqlFragment, day: SqlFragment): SqlFragment {
  return sql`${startOfDay(date)} - ${sql`${sql`${day} - 1`} * ${DAY}`}`;
}

/** The difference of the dates' months. */
const monthsApart = (a: SqlFragment, b: SqlFragment): SqlFragment =>
  atom`dateDiff('month', ${b}, ${a})`;

/**
 * Moves the day, without its time: ClickHouse moves some instants before 1970 to another day. NULL outside the years of
 * the language, for which ClickHouse has no days.
 */
function addMonths(date: SqlFragment, months: SqlFragment): SqlFragment {
  const day = call("toDate32", moment(date));
  const target = sql`${monthsApart(day, atom`toDate32('1900-01-01')`)} + ${months}`;
  return choose([
    [
      sql`${target} BETWEEN 0 AND 4787`,
      sql`${millisecondsOfDate(call("addMonths", day, months))} + ${modulo(date, DAY)}`,
    ],
  ]);
}

/** The milliseconds since the start of the previous month; only used to compare times. */
function timeOfMonth(date: SqlFragment): SqlFragment {
  return sql`${sql`${call("toDayOfMonth", moment(date))} * ${DAY}`} + ${modulo(date, DAY)}`;
}

function monthsBetween(a: SqlFragment, b: SqlFragment): SqlFragment {
  const apart = monthsApart(call("toDate32", moment(a)), call("toDate32", moment(b)));
  return number(wholeMonths(apart, timeOfMonth(a), timeOfMonth(b)));
}

function dateText(date: SqlFragment): SqlFragment {
  const milliseconds = call("toString", sql`${modulo(date, atom`1000`)} + 1000`);
  return atom`concat(formatDateTime(${moment(date)}, '%Y-%m-%dT%H:%i:%S.'), substring(${milliseconds}, 2), 'Z')`;
}

function delimited(delimiter: string): ListColumnSql {
  const between = parameter(delimiter, "text");
  return {
    ...listColumn((text) =>
      choose([[sql`${text} = ''`, atom`emptyArrayString()`]], call("splitByString", between, text)),
    ),
    join: (column, separator) => call("replaceAll", column, between, separator),
  };
}

const SPELLING: Spelling = {
  start: "^",
  // Letters are written unescaped, so that ClickHouse can search for them. Marks and control characters are escaped.
  character: (character) => {
    if (/^[0-9A-Za-z _]$/.test(character) || character > "\u00a0") return character;
    return /^[!-/:-@[-`{-~]$/.test(character)
      ? `\\${character}`
      : escapedCode(codePointOf(character));
  },
};

function regexMatch(text: SqlFragment, { root }: Regex): SqlFragment | Impossible {
  const source = re2Source(root, SPELLING);
  if (typeof source !== "string") return source;
  const whole = hasNotWordBoundary(root) ? `${SPELLING.start}(?s:.)*?(?:${source})` : source;
  return call("match", text, parameter(whole, "text"));
}

const definition: DialectDefinition = {
  name: "clickhouse",
  title: "ClickHouse",
  textType: "Nullable(String)",
  quote: (name) =>
    name === "" || name.includes("\0") ? undefined : `\`${name.replace(/[\\`]/g, "\\$&")}\``,
  placeholder: (position, type) => `{p${position}:${type === "text" ? "String" : "Int64"}}`,
  reusesPlaceholders: true,
  parameterMark: /\{\w+\s*:\s*\w/,
  quotation:
    /'(?:[^'\\]|\\.|'')*'|"(?:[^"\\]|\\.|"")*"|`(?:[^`\\]|\\.|``)*`|(?:--|#[ !])[^\n]*|\/\*.*?\*\//gs,
  inline: (value, type) =>
    type === "text" ? `'${String(value).replace(/[\\']/g, "\\$&")}'` : `toInt64(${value})`,
  // A request is limited to a thousand fields, including settings. A statement is limited to 262,144 bytes, and a
  // character of a name takes up to three.
  limits: { parameters: 900, depth: 150, size: 64_000 },
  overflow: "infinity",
  underflow: "zero",
  // IN compares bits, and ClickHouse rewrites a chain of `=` as IN.
  equated: (value) => sql`${value} + 0`,
  among,
  ignoringCase: { fold: (text) => call("lower", text), variants: lowerVariants },
  literal: {
    text: (value) => value,
    number: float64,
    integer: (value) => value,
    date: instantOf,
  },
  textOrder: asItIs,
  columns: {
    text: { text: { read: asItIs } },
    number: {
      double: { read: number },
      integer: { read: number, whole: MOST_WHOLE },
      decimal: { read: decimal, compared: decimal },
    },
    boolean: {
      boolean: {
        trueTest: (column) => sql`${column} = 1`,
        falseTest: (column) => sql`${column} = 0`,
      },
      integer: {
        trueTest: (column) => sql`${column} = 1`,
        falseTest: (column) => sql`${column} = 0`,
      },
    },
    date: {
      timestamp: anyTimestamps,
      epochMilliseconds: { read: asItIs, bound: instantOf },
    },
    list: {
      array: arrayColumn,
      json: listColumn((text) => atom`JSONExtract(${text}, 'Array(String)')`),
      delimited,
    },
  },
  types: CLICKHOUSE_TYPES,
  catalogue: clickhouseCatalogue,
  rows: { timestamps: "instant", isTextInUtc: false },
  operations: {
    add,
    subtract,
    multiply,
    divide,
    abs: (a) => call("abs", a),
    floor: (a) => call("floor", a),
    sqrt: (a) => call("sqrt", a),
    integer,
    float: number,
    numberText,
    wholeNumberText: (a) => call("toString", integer(a)),
    parseNumber: {
      exactly: parseNumber,
      when: exactParseTest,
      except:
        "ClickHouse does not read numbers of more than 15 digits, or with exponents, to the nearest float64",
      see: SETTINGS,
    },
    sameText,
    differentText,
    textBefore,
    textBeforeOrSame,
    textAmong,
    textNotAmong,
    length: (text) => int64(call("lengthUTF8", text)),
    byteLength: (text) => int64(call("length", text)),
    find: (needle, text, start) =>
      int64(
        start === undefined
          ? call("positionUTF8", text, needle)
          : call("positionUTF8", text, needle, call("toUInt64", start)),
      ),
    contains: (text, needle) => sql`${call("position", text, needle)} > 0`,
    notContains: (text, needle) => sql`${call("position", text, needle)} = 0`,
    startsWith: (text, needle) => call("startsWith", text, needle),
    endsWith: (text, needle) => call("endsWith", text, needle),
    slice: (text, start, count) => call("substringUTF8", text, start, count),
    lowerCase: {
      exactly: (text) => call("lowerUTF8", text),
      when: settledTest,
      except: CASE,
      see: TEXT,
    },
    upperCase: {
      exactly: (text) => call("upperUTF8", text),
      when: settledTest,
      except: CASE,
      see: TEXT,
    },
    trim: (text) => atom`trim(BOTH ' ' FROM ${text})`,
    concat: (texts) => call("concat", ...texts),
    substitute: (text, old, replacement) => call("replaceAll", text, old, replacement),
    repeat: (text, count) => call("repeat", text, count),
    regexMatch,
    datePart,
    startOf,
    addMilliseconds: (date, amount) => sql`${date} + ${integer(amount)}`,
    addMonths,
    millisecondsBetween: (a, b) => number(sql`${a} - ${b}`),
    monthsBetween,
    dateText,
  },
};

/** The SQL of ClickHouse. */
export const clickhouse: Dialect = Dialect.of(definition);
