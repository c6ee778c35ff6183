import type { DatePart } from "../../../language/values/date/index.ts";
import type { Regex } from "../../../language/values/regex/index.ts";
import { lowerText } from "../../../language/values/text/index.ts";
import { codePointOf } from "../../../util/code-point-of.ts";
import { Dialect } from "../dialect.ts";
import type { DialectDefinition, Impossible, ListColumnSql } from "../dialect-definition.ts";
import {
  atom,
  call,
  chain,
  choose,
  not,
  parameter,
  type SqlFragment,
  sql,
} from "../sql-fragment.ts";
import {
  add,
  asItIs,
  differentText,
  divide,
  doubleQuoted,
  MOST_WHOLE,
  multiply,
  sameText,
  singleQuoted,
  subtract,
  TRUE_OR_FALSE,
  textAmong,
  textBefore,
  textBeforeOrSame,
  textNotAmong,
  UNIT_NAMES,
  ZERO_OR_ONE,
} from "./common.ts";
import {
  constant,
  decimal,
  integer,
  listColumn,
  milliseconds,
  number,
  startIn,
  text,
  timestamp,
  words,
} from "./duckdb-basics.ts";
import { duckdbCatalogue } from "./duckdb-catalogue.ts";
import { DUCKDB_TYPES } from "./duckdb-types.ts";
import { hasNotWordBoundary, re2Source, type Spelling } from "./re2.ts";
import { escapedCode } from "./regex-source.ts";

const TEXT = "https://duckdb.org/docs/current/sql/functions/text";

const NUMBER_PATTERN = constant(
  String.raw`\A *[+-]?(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)(?:[eE][+-]?[0-9]+)? *\z`,
);

/**
 * Uncased characters, and letters whose case mapping has been stable for long. For other letters, the result depends on
 * the version of Unicode, in DuckDB and in JavaScript.
 */
const SETTLED = String.raw`\x{1}-\x{17f}\x{300}-\x{377}\x{37a}-\x{37f}\x{384}-\x{38a}\x{38c}\x{38e}-\x{3a1}\x{3a3}-\x{52f}\x{531}-\x{556}\x{559}-\x{58a}\x{591}-\x{6ff}\x{900}-\x{fff}\x{1100}-\x{11ff}\x{1e00}-\x{1eff}\x{2000}-\x{206f}\x{20a0}-\x{20c0}\x{2190}-\x{23ff}\x{2500}-\x{27bf}\x{3000}-\x{30ff}\x{3400}-\x{9fff}\x{ac00}-\x{d7a3}\x{fe0f}\x{1f000}-\x{1faff}\x{20000}-\x{2a6df}`;
const SETTLED_TEXT = new RegExp(`^[${SETTLED.replaceAll("\\x{", "\\u{")}]*$`, "u");
const UNSETTLED_LOWER = constant(`[^${SETTLED}]`);
/** DuckDB maps ß to ẞ, which is not its simple mapping. */
const UNSETTLED_UPPER = constant(String.raw`[^${SETTLED}]|\x{df}`);

function settledTest(value: SqlFragment, unsettled: SqlFragment): SqlFragment {
  return not(call("regexp_matches", value, unsettled));
}

/**
 * DuckDB's JSON has the shortest digits of a number, as JavaScript does, but it writes `5` as `5.0` and `1e+21` as
 * `1e21`. DuckDB's own text of a number is wrong for three powers of two.
 */
function numberText(value: SqlFragment): SqlFragment {
  const json = words(call("to_json", value));
  const whole = call(
    "rtrim",
    call("replace", chain("||", [json, atom`' '`]), atom`'.0 '`, atom`''`),
    atom`' '`,
  );
  const signed = call(
    "replace",
    call("replace", whole, atom`'e'`, atom`'e+'`),
    atom`'e+-'`,
    atom`'e-'`,
  );
  // This includes -0.
  return choose([[sql`${value} = 0`, atom`'0'`]], signed);
}

/** NULL for a text that is not a number, and for a number out of range. */
function parseNumber(value: SqlFragment): SqlFragment {
  const matched = call("regexp_extract", value, NUMBER_PATTERN);
  const parsed = atom`TRY_CAST(${matched} AS DOUBLE)`;
  return call("nullif", call("nullif", parsed, atom`'inf'::DOUBLE`), atom`'-inf'::DOUBLE`);
}

function datePart(date: SqlFragment, part: DatePart): SqlFragment {
  switch (part) {
    case "year":
    case "quarter":
    case "month":
    case "day":
    case "hour":
    case "minute":
    case "second":
      return number(call(part, timestamp(date)));
    case "dayOfYear":
      return number(call("dayofyear", timestamp(date)));
    case "weekday":
      return number(call("dayofweek", timestamp(date)));
    case "week": {
      // The week's Saturday determines the year that the week belongs to.
      const days = sql`6 - ${call("dayofweek", timestamp(date))}`;
      const deciding = sql`${date} + ${sql`${days} * 86400000`}`;
      return number(sql`${sql`${call("dayofyear", timestamp(deciding))} + 6`} // 7`);
    }
    case "isoWeek":
      return number(call("week", timestamp(date)));
    case "millisecond":
      // DuckDB's millisecond part includes the seconds.
      return number(sql`${call("millisecond", timestamp(date))} % 1000`);
  }
}

/** `age` counts whole months as the language does. `date_sub` treats the last days of months differently. */
function monthsBetween(a: SqlFragment, b: SqlFragment): SqlFragment {
  const age = call("age", timestamp(a), timestamp(b));
  return number(sql`${sql`${call("year", age)} * 12`} + ${call("month", age)}`);
}

/** The empty needle is also found past the end; there the result must be 0, or NULL if the needle is NULL. */
function find(
  needle: SqlFragment,
  within: SqlFragment,
  start: SqlFragment | undefined,
): SqlFragment {
  if (start === undefined) return call("strpos", within, needle);
  const found = call("strpos", call("substring", within, start), needle);
  const moved = sql`${call("nullif", found, atom`0`)} + ${sql`${start} - 1`}`;
  const isPastEnd = sql`${start} > ${sql`${call("length", within)} + 1`}`;
  return choose([[isPastEnd, sql`0 * ${call("length", needle)}`]], call("coalesce", moved, found));
}

function delimited(delimiter: string): ListColumnSql {
  const between = text(parameter(delimiter, "text"));
  return {
    ...listColumn((column) =>
      choose([[sql`${column} = ''`, atom`[]`]], call("string_split", column, between)),
    ),
    join: (column, separator) => call("replace", column, between, separator),
  };
}

const SPELLING: Spelling = {
  start: String.raw`\A`,
  character: (character) => escapedCode(codePointOf(character)),
};

function regexMatch(subject: SqlFragment, { root }: Regex): SqlFragment | Impossible {
  const source = re2Source(root, SPELLING);
  if (typeof source !== "string") return source;
  // DuckDB rewrites some patterns as LIKE, and loses anchors in them. A pattern that starts with a group goes to RE2.
  const whole = hasNotWordBoundary(root) ? `${SPELLING.start}(?s:.)*?(${source})` : `(${source})`;
  return call("regexp_matches", subject, text(parameter(whole, "text")));
}

const definition: DialectDefinition = {
  name: "duckdb",
  title: "DuckDB",
  textType: "VARCHAR",
  quote: (name) => (name === "" || name.includes("\0") ? undefined : doubleQuoted(name)),
  placeholder: (position) => `$${position}`,
  reusesPlaceholders: true,
  parameterMark: /\?|\$\w/,
  quotation:
    /e'(?:[^'\\]|\\.|'')*'|'(?:[^']|'')*'|"(?:[^"]|"")*"|\$(\w*)\$.*?\$\1\$|--[^\n]*|\/\*.*?\*\//gis,
  inline: (value) => singleQuoted(String(value)),
  limits: { parameters: 60_000, depth: 200 },
  overflow: "infinity",
  underflow: "zero",
  ignoringCase: {
    fold: (subject) => call("lower", subject),
    // For these texts and their variants, DuckDB's case mapping agrees with JavaScript's.
    variants: (lower) =>
      SETTLED_TEXT.test(lower) ? (lowerText(lower) === lower ? [lower] : []) : undefined,
  },
  literal: {
    text,
    number: (value) => atom`${value}::DOUBLE`,
    integer: (value) => atom`${value}::BIGINT`,
    date: milliseconds,
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
      boolean: TRUE_OR_FALSE,
      integer: ZERO_OR_ONE,
    },
    date: {
      timestamp: {
        read: (column) => startIn(atom`'milliseconds'`, column),
        bound: (value) => timestamp(milliseconds(value)),
      },
      epochMilliseconds: { read: asItIs, bound: milliseconds },
    },
    list: {
      array: listColumn((column) => column),
      json: listColumn((column) => atom`TRY_CAST(TRY_CAST(${column} AS JSON) AS VARCHAR[])`),
      delimited,
    },
  },
  types: DUCKDB_TYPES,
  catalogue: duckdbCatalogue,
  rows: { timestamps: "instant" },
  operations: {
    add,
    subtract,
    multiply,
    divide,
    abs: (a) => call("abs", a),
    floor: (a) => call("floor", a),
    // The root of a negative number raises an error, even if the result is not used.
    sqrt: (a) => call("sqrt", call("abs", a)),
    integer,
    float: number,
    numberText,
    wholeNumberText: (a) => words(integer(a)),
    parseNumber,
    sameText,
    differentText,
    textBefore,
    textBeforeOrSame,
    textAmong,
    textNotAmong,
    length: (subject) => call("length", subject),
    byteLength: (subject) => call("strlen", subject),
    find,
    contains: (subject, needle) => call("contains", subject, needle),
    notContains: (subject, needle) => not(call("contains", subject, needle)),
    // DuckDB rewrites `prefix` with a constant as a range, and can skip row groups; it does not for `starts_with`.
    startsWith: (subject, needle) => call("prefix", subject, needle),
    endsWith: (subject, needle) => call("suffix", subject, needle),
    slice: (subject, start, count) => call("substring", subject, start, count),
    lowerCase: {
      exactly: (subject) => call("lower", subject),
      when: (subject) => settledTest(subject, UNSETTLED_LOWER),
      except: "letters that are new to Unicode may keep their case on DuckDB",
      see: TEXT,
    },
    upperCase: {
      exactly: (subject) => call("upper", subject),
      when: (subject) => settledTest(subject, UNSETTLED_UPPER),
      except: "ß, and letters that are new to Unicode, have another capital on DuckDB",
      see: TEXT,
    },
    trim: (subject) => call("trim", subject, atom`' '`),
    concat: (texts) => chain("||", texts),
    substitute: (subject, old, replacement) => call("replace", subject, old, replacement),
    repeat: (subject, count) => call("repeat", subject, count),
    regexMatch,
    datePart,
    startOf: (date, unit) => startIn(UNIT_NAMES[unit], timestamp(date)),
    addMilliseconds: (date, amount) => sql`${date} + ${integer(amount)}`,
    addMonths: (date, months) =>
      call(
        "epoch_ms",
        sql`${timestamp(date)} + ${call("to_months", atom`TRY_CAST(${months} AS INTEGER)`)}`,
      ),
    millisecondsBetween: (a, b) => number(sql`${a} - ${b}`),
    monthsBetween,
    dateText: (date) => call("strftime", timestamp(date), atom`'%Y-%m-%dT%H:%M:%S.%gZ'`),
  },
};

/** The SQL of DuckDB. */
export const duckdb: Dialect = Dialect.of(definition);
