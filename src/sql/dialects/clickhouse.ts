import type { CalendarUnit, DatePart } from "../../values/date/index.ts";
import type { Regex } from "../../values/regex/index.ts";
import {
  type DialectDefinition,
  type Impossible,
  impossible,
  type ListColumn,
} from "../dialect-definition.ts";
import { Dialect } from "../filter.ts";
import {
  and,
  atom,
  call,
  choose,
  type Fragment,
  isNotNull,
  not,
  or,
  parameter,
  sql,
} from "../fragment.ts";
import {
  add,
  asItIs,
  differentText,
  divide,
  multiply,
  sameText,
  subtract,
  textAmong,
  textBefore,
  textBeforeOrSame,
  textNotAmong,
  wholeMonths,
} from "./common.ts";
import { hasNotWordBoundary, re2Source, type Spelling } from "./re2.ts";
import { escapedCode } from "./regex-source.ts";

const TEXT = "https://clickhouse.com/docs/sql-reference/functions/string-functions";
const SPLITTING = "https://clickhouse.com/docs/sql-reference/functions/splitting-merging-functions";
const SETTINGS = "https://clickhouse.com/docs/operations/settings/settings#precise_float_parsing";

const DAY = atom`86400000`;

const number = (value: Fragment): Fragment => call("toFloat64", value);
/** An integer that is one for sure; counts come unsigned, and constants as small as they are. */
const int64 = (value: Fragment): Fragment => call("toInt64", value);
/** Other casts raise for infinities, also where a result is not asked for. */
const integer = (value: Fragment): Fragment => atom`accurateCastOrNull(${value}, 'Int64')`;

/**
 * A number by its bits. Before version 26.7 ClickHouse reads a parameter of type Float64 without care for the last bit (4.94 is
 * 4.9399999999999995), and later where `precise_float_parsing` is 0.
 */
function float64(value: Fragment): Fragment {
  const [piece] = value.pieces;
  const given = typeof piece === "object" && "value" in piece ? Number(piece.value) : 0;
  const view = new DataView(new ArrayBuffer(8));
  view.setFloat64(0, given);
  return call("reinterpretAsFloat64", parameter(String(view.getBigInt64(0)), "integer"));
}

const DIGITS_AFTER_POINT = atom`', (1?[0-9]|2[0-2])[)]'`;

/**
 * A decimal as the nearest float64. ClickHouse divides its digits by a power of ten: that is the nearest where float64 holds both; otherwise the
 * way is through text. How many digits stand after the point is known from the type, when ClickHouse plans.
 */
function decimal(column: Fragment): Fragment {
  const value = number(column);
  const digits = call(
    "toUInt8OrNull",
    call("extract", call("toTypeName", column), DIGITS_AFTER_POINT),
  );
  const isHeld = sql`${call("abs", value)} < ${sql`9e15 / ${call("exp10", digits)}`}`;
  return choose([[isHeld, value]], call("toFloat64OrNull", call("toString", column)));
}

/** Shortest digits, as in JavaScript; which writes a plus before exponents. */
function numberText(value: Fragment): Fragment {
  const text = call("toString", value);
  return choose(
    [
      // There is a zero with a sign.
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

const digitsOf = (text: Fragment): Fragment => call("replaceRegexpAll", text, NO_DIGIT, atom`''`);

/**
 * A whole number over a power of ten, both of which float64 holds, so that their quotient is the nearest float64. NULL for a text that is no
 * number.
 */
function parseNumber(text: Fragment): Fragment {
  const places = call("length", call("extract", text, FRACTION));
  const whole = number(call("toUInt64OrZero", digitsOf(text)));
  const size = sql`${whole} / ${number(call("intExp10", places))}`;
  const value = choose([[sql`${call("position", text, atom`'-'`)} > 0`, sql`0 - ${size}`]], size);
  return choose([[call("match", text, PLAIN_NUMBER_PATTERN), value]]);
}

function isParsedExactly(text: Fragment): Fragment {
  return or(
    not(call("match", text, NUMBER_PATTERN)),
    and(call("match", text, PLAIN_NUMBER_PATTERN), sql`${call("length", digitsOf(text))} <= 15`),
  );
}

/**
 * Characters without case, and letters whose case has been settled for long, one letter for one: what ClickHouse makes of others
 * depends on its version.
 */
const UNSETTLED = atom`'[^\\\\x01-\u{de}\u{e0}-\u{12f}\u{131}-\u{148}\u{14a}-\u{17f}\u{300}-\u{344}\u{346}-\u{36f}\u{384}-\u{38a}\u{38c}\u{38e}-\u{38f}\u{391}-\u{3a1}\u{3a4}-\u{3af}\u{3b1}-\u{3ce}\u{400}-\u{513}\u{531}-\u{556}\u{559}-\u{55f}\u{561}-\u{586}\u{589}-\u{58a}\u{591}-\u{6ff}\u{900}-\u{97f}\u{e00}-\u{e7f}\u{1e00}-\u{1e95}\u{1ea0}-\u{1ef9}\u{2000}-\u{206f}\u{20a0}-\u{20c0}\u{2190}-\u{23ff}\u{2500}-\u{27bf}\u{3000}-\u{30ff}\u{3400}-\u{9fff}\u{ac00}-\u{d7a3}\u{fe0f}\u{1f000}-\u{1faff}\u{20000}-\u{2a6df}]'`;
const CASE =
  "letters that are new to Unicode, and those whose case takes several letters or depends on others, may differ on ClickHouse";

const isSettled = (text: Fragment): Fragment => not(call("match", text, UNSETTLED));

/** Instants are whole milliseconds since 1970, as Int64; date functions take another type. */
const moment = (date: Fragment): Fragment => atom`fromUnixTimestamp64Milli(${date}, 'UTC')`;

/** The remainder that is never negative. */
const modulo = (a: Fragment, b: Fragment): Fragment => call("positiveModulo", a, b);

const startOfDay = (date: Fragment): Fragment => sql`${date} - ${modulo(date, DAY)}`;

/** A date at the start of a day in milliseconds. */
const millisecondsOfDate = (date: Fragment): Fragment => sql`${int64(date)} * ${DAY}`;

function instantOf(milliseconds: number): Fragment {
  return parameter(milliseconds, "integer");
}

function datePart(date: Fragment, part: DatePart): Fragment {
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
      // The week's Saturday decides.
      return week(sql`${date} + ${sql`${sql`6 - ${weekday(date, atom`4`)}`} * ${DAY}`}`);
    case "isoWeek":
      // The week's Thursday decides.
      return week(sql`${date} + ${sql`${sql`3 - ${weekday(date, atom`3`)}`} * ${DAY}`}`);
    case "hour":
      return partOfDay(date, DAY, atom`3600000`);
    case "minute":
      return partOfDay(date, atom`3600000`, atom`60000`);
    case "second":
      return partOfDay(date, atom`60000`, atom`1000`);
    case "millisecond":
      return number(modulo(date, atom`1000`));
  }
}

function partOfDay(date: Fragment, whole: Fragment, part: Fragment): Fragment {
  return number(call("intDiv", modulo(date, whole), part));
}

/** The day of the week from 0, by the number that 1970-01-01 has. */
function weekday(date: Fragment, first: Fragment): Fragment {
  return modulo(sql`${call("intDiv", startOfDay(date), DAY)} + ${first}`, atom`7`);
}

/** The week that the day which decides about it stands in. */
function week(deciding: Fragment): Fragment {
  return number(call("intDiv", sql`${call("toDayOfYear", moment(deciding))} + 6`, atom`7`));
}

function startOf(date: Fragment, unit: CalendarUnit): Fragment {
  switch (unit) {
    case "second":
      return sql`${date} - ${modulo(date, atom`1000`)}`;
    case "minute":
      return sql`${date} - ${modulo(date, atom`60000`)}`;
    case "hour":
      return sql`${date} - ${modulo(date, atom`3600000`)}`;
    case "day":
      return startOfDay(date);
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

/** The start of the day that had the number 1, where this one's is `day`. */
function daysBefore(date: Fragment, day: Fragment): Fragment {
  return sql`${startOfDay(date)} - ${sql`${sql`${day} - 1`} * ${DAY}`}`;
}

/** Months from the month of the second to that of the first. */
const monthsApart = (a: Fragment, b: Fragment): Fragment => atom`dateDiff('month', ${b}, ${a})`;

/**
 * On days alone: of instants before 1970, ClickHouse moves some to another day. NULL beyond the years of the language, where it
 * has no days.
 */
function addMonths(date: Fragment, months: Fragment): Fragment {
  const day = call("toDate32", moment(date));
  const target = sql`${monthsApart(day, atom`toDate32('1900-01-01')`)} + ${months}`;
  return choose([
    [
      sql`${target} BETWEEN 0 AND 4787`,
      sql`${millisecondsOfDate(call("addMonths", day, months))} + ${modulo(date, DAY)}`,
    ],
  ]);
}

/** Milliseconds since the month began. */
function timeOfMonth(date: Fragment): Fragment {
  return sql`${sql`${call("toDayOfMonth", moment(date))} * ${DAY}`} + ${modulo(date, DAY)}`;
}

function monthsBetween(a: Fragment, b: Fragment): Fragment {
  const apart = monthsApart(call("toDate32", moment(a)), call("toDate32", moment(b)));
  return number(wholeMonths(apart, timeOfMonth(a), timeOfMonth(b)));
}

function dateText(date: Fragment): Fragment {
  const milliseconds = call("toString", sql`${modulo(date, atom`1000`)} + 1000`);
  return atom`concat(formatDateTime(${moment(date)}, '%Y-%m-%dT%H:%i:%S.'), substring(${milliseconds}, 2), 'Z')`;
}

/** A column of any text as an array; NULL as the empty text, since no array is NULL. */
function listColumn(array: (text: Fragment) => Fragment): ListColumn {
  const elements = (column: Fragment): Fragment => array(atom`ifNull(${column}, '')`);
  const present = (column: Fragment, value: Fragment): Fragment =>
    choose([[isNotNull(column), value]]);
  return {
    length: (column) => present(column, int64(call("length", elements(column)))),
    has: (column, text) =>
      sql`${choose([[and(isNotNull(column), isNotNull(text)), call("has", elements(column), text)]])} = 1`,
    join: (column, separator) =>
      present(column, call("arrayStringConcat", elements(column), separator)),
  };
}

const arrayColumn: ListColumn = {
  length: (column) => int64(call("length", column)),
  has: (column, text) => sql`${choose([[isNotNull(text), call("has", column, text)]])} = 1`,
  join: (column, separator) => call("arrayStringConcat", column, separator),
};

function delimited(delimiter: string): ListColumn | Impossible {
  if (delimiter === "")
    return impossible("an empty delimiter separates every character", SPLITTING);
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
  // As it is, so that ClickHouse can search for what stands for itself; marks and controls cannot be.
  character: (character) => {
    if (/^[0-9A-Za-z _]$/.test(character) || character > "\u00a0") return character;
    return /^[!-/:-@[-`{-~]$/.test(character)
      ? `\\${character}`
      : escapedCode(character.codePointAt(0) ?? 0);
  },
};

function regexMatch(text: Fragment, { root }: Regex): Fragment | Impossible {
  const source = re2Source(root, SPELLING);
  if (typeof source !== "string") return source;
  const whole = hasNotWordBoundary(root) ? `${SPELLING.start}(?s:.)*?(?:${source})` : source;
  return call("match", text, parameter(whole, "text"));
}

const definition: DialectDefinition = {
  name: "clickhouse",
  title: "ClickHouse",
  quote: (name) =>
    name === "" || name.includes("\0") ? undefined : `\`${name.replace(/[\\`]/g, "\\$&")}\``,
  placeholder: (position, type) => `{p${position}:${type === "text" ? "String" : "Int64"}}`,
  reusesPlaceholders: true,
  // HTTP has a thousand fields, and settings are some of them; a statement has 262,144 bytes, and names take up to three for each character.
  limits: { parameters: 900, depth: 150, size: 64_000 },
  overflow: "infinity",
  underflow: "zero",
  // IN compares bits, and chains of `=` become IN.
  equated: (value) => sql`${value} + 0`,
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
      integer: { read: number },
      decimal: { read: decimal, compared: decimal },
    },
    boolean: {
      boolean: { isTrue: (column) => sql`${column} = 1`, isFalse: (column) => sql`${column} = 0` },
      integer: { isTrue: (column) => sql`${column} = 1`, isFalse: (column) => sql`${column} = 0` },
    },
    date: {
      // A DateTime64 or DateTime. The cast to milliseconds rounds toward zero, so what is finer has to go before.
      timestamp: {
        read: (column) =>
          atom`toUnixTimestamp64Milli(toStartOfInterval(addMilliseconds(${column}, 0), toIntervalMillisecond(1)))`,
        bound: (milliseconds) => moment(instantOf(milliseconds)),
      },
      epochMilliseconds: { read: asItIs, bound: instantOf },
    },
    list: {
      array: arrayColumn,
      json: listColumn((text) => atom`JSONExtract(${text}, 'Array(String)')`),
      delimited,
    },
  },
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
      when: isParsedExactly,
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
    lower: {
      exactly: (text) => call("lowerUTF8", text),
      when: isSettled,
      except: CASE,
      see: TEXT,
    },
    upper: {
      exactly: (text) => call("upperUTF8", text),
      when: isSettled,
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

export const clickhouse: Dialect = Dialect.of(definition);
