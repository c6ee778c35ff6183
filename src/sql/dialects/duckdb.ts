import type { DatePart } from "../../values/date/index.ts";
import type { Regex } from "../../values/regex/index.ts";
import {
  type DialectDefinition,
  type Impossible,
  impossible,
  type ListColumn,
} from "../dialect-definition.ts";
import { Dialect } from "../filter.ts";
import { atom, call, chain, choose, type Fragment, not, parameter, sql } from "../fragment.ts";
import {
  add,
  asItIs,
  differentText,
  divide,
  doubleQuoted,
  multiply,
  sameText,
  subtract,
  TRUE_OR_FALSE,
  textAmong,
  textBefore,
  textBeforeOrSame,
  textNotAmong,
  UNIT_NAMES,
  ZERO_OR_ONE,
} from "./common.ts";
import { hasNotWordBoundary, re2Source, type Spelling } from "./re2.ts";
import { escapedCode } from "./regex-source.ts";

const TEXT = "https://duckdb.org/docs/current/sql/functions/text";

const text = (value: Fragment): Fragment => atom`${value}::VARCHAR`;
const number = (value: Fragment): Fragment => atom`CAST(${value} AS DOUBLE)`;
/** A plain CAST raises for what is out of range. */
const integer = (value: Fragment): Fragment => atom`TRY_CAST(${value} AS BIGINT)`;
const words = (value: Fragment): Fragment => atom`CAST(${value} AS VARCHAR)`;

/** A constant of this file: bound, so that it takes no room where it is used often. */
const constant = (value: string): Fragment => text(parameter(value, "text"));

const NUMBER_PATTERN = constant(
  String.raw`\A *[+-]?(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)(?:[eE][+-]?[0-9]+)? *\z`,
);

/** A power of ten is exact up to the 22nd. */
const SCALE = constant(String.raw`,(\d|1\d|2[0-2])[)]`);

/**
 * Letters whose case has been settled for long, and characters without case: what DuckDB makes of others depends on its
 * version of Unicode, and so it does in JavaScript.
 */
const SETTLED = String.raw`\x{1}-\x{17f}\x{300}-\x{377}\x{37a}-\x{37f}\x{384}-\x{38a}\x{38c}\x{38e}-\x{3a1}\x{3a3}-\x{52f}\x{531}-\x{556}\x{559}-\x{58a}\x{591}-\x{6ff}\x{900}-\x{fff}\x{1100}-\x{11ff}\x{1e00}-\x{1eff}\x{2000}-\x{206f}\x{20a0}-\x{20c0}\x{2190}-\x{23ff}\x{2500}-\x{27bf}\x{3000}-\x{30ff}\x{3400}-\x{9fff}\x{ac00}-\x{d7a3}\x{fe0f}\x{1f000}-\x{1faff}\x{20000}-\x{2a6df}`;
const UNSETTLED_LOWER = constant(`[^${SETTLED}]`);
/** DuckDB makes ẞ of ß, which is no simple mapping. */
const UNSETTLED_UPPER = constant(String.raw`[^${SETTLED}]|\x{df}`);

function isSettled(value: Fragment, unsettled: Fragment): Fragment {
  return not(call("regexp_matches", value, unsettled));
}

/**
 * JSON, which DuckDB comes with, has a number's shortest digits as JavaScript does: `5.0` and `1e21` are `5` and `1e+21` there. DuckDB's own
 * text will not do: of three powers of two it is another number.
 */
function numberText(value: Fragment): Fragment {
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
  // There is a zero with a sign.
  return choose([[sql`${value} = 0`, atom`'0'`]], signed);
}

/** NULL for a text that is no number, and for one that is out of range. */
function parseNumber(value: Fragment): Fragment {
  const matched = call("regexp_extract", value, NUMBER_PATTERN);
  const parsed = atom`TRY_CAST(${matched} AS DOUBLE)`;
  return call("nullif", call("nullif", parsed, atom`'inf'::DOUBLE`), atom`'-inf'::DOUBLE`);
}

/**
 * A decimal as the nearest float64. DuckDB's own cast divides by a power of ten: both are exact for up to 15 digits, and there is only one
 * rounding. Others go through text. The type, and so the bound, is known when DuckDB plans.
 */
function decimal(column: Fragment): Fragment {
  const scale = call("regexp_extract", call("typeof", column), SCALE, atom`1`);
  const power = call("power", atom`10`, atom`TRY_CAST(${scale} AS INTEGER)`);
  const near = number(column);
  return choose(
    [[sql`${call("abs", near)} < ${sql`9e15 / ${power}`}`, near]],
    number(words(column)),
  );
}

/** Instants are milliseconds since 1970: arithmetic on them is plain and does not raise. */
const milliseconds = (value: number): Fragment => atom`${parameter(value, "integer")}::BIGINT`;
const timestamp = (date: Fragment): Fragment => call("epoch_ms", date);

/** A TIMESTAMP rounded down to what begins there, as an instant; plain `epoch_ms` rounds up before 1970. */
function startIn(unit: Fragment, moment: Fragment): Fragment {
  return call("epoch_ms", call("date_trunc", unit, moment));
}

function datePart(date: Fragment, part: DatePart): Fragment {
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
      // The week's Saturday decides.
      const days = sql`6 - ${call("dayofweek", timestamp(date))}`;
      const deciding = sql`${date} + ${sql`${days} * 86400000`}`;
      return number(sql`${sql`${call("dayofyear", timestamp(deciding))} + 6`} // 7`);
    }
    case "isoWeek":
      return number(call("week", timestamp(date)));
    case "millisecond":
      // Those of the minute.
      return number(sql`${call("millisecond", timestamp(date))} % 1000`);
  }
}

/** The age counts whole months as the language does, and not as `date_sub`, which knows of months' last days. */
function monthsBetween(a: Fragment, b: Fragment): Fragment {
  const age = call("age", timestamp(a), timestamp(b));
  return number(sql`${sql`${call("year", age)} * 12`} + ${call("month", age)}`);
}

/** An empty needle is found in what follows the end, too: that is 0, or NULL as the needle is. */
function find(needle: Fragment, within: Fragment, start: Fragment | undefined): Fragment {
  if (start === undefined) return call("strpos", within, needle);
  const found = call("strpos", call("substring", within, start), needle);
  const moved = sql`${call("nullif", found, atom`0`)} + ${sql`${start} - 1`}`;
  const isPastEnd = sql`${start} > ${sql`${call("length", within)} + 1`}`;
  return choose([[isPastEnd, sql`0 * ${call("length", needle)}`]], call("coalesce", moved, found));
}

/** What a column holds as an array; NULL where it holds no list. */
function listColumn(array: (column: Fragment) => Fragment): ListColumn {
  return {
    length: (column) => call("len", array(column)),
    has: (column, element) => call("list_contains", array(column), element),
    join: (column, separator) => call("array_to_string", array(column), separator),
  };
}

function delimited(delimiter: string): ListColumn | Impossible {
  if (delimiter === "") return impossible("an empty delimiter separates every character", TEXT);
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
  character: (character) => escapedCode(character.codePointAt(0) ?? 0),
};

function regexMatch(subject: Fragment, { root }: Regex): Fragment | Impossible {
  const source = re2Source(root, SPELLING);
  if (typeof source !== "string") return source;
  // DuckDB makes LIKE of some patterns, in which it loses anchors in the middle; it leaves to RE2 what begins with a group.
  const group = root.kind === "literal" ? source : `(${source})`;
  const whole = hasNotWordBoundary(root) ? `${SPELLING.start}(?s:.)*?${group}` : group;
  return call("regexp_matches", subject, text(parameter(whole, "text")));
}

const definition: DialectDefinition = {
  name: "duckdb",
  title: "DuckDB",
  quote: (name) => (name === "" || name.includes("\0") ? undefined : doubleQuoted(name)),
  placeholder: (position) => `$${position}`,
  reusesPlaceholders: true,
  limits: { parameters: 60_000, depth: 200 },
  overflow: "infinity",
  underflow: "zero",
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
      integer: { read: number },
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
  operations: {
    add,
    subtract,
    multiply,
    divide,
    abs: (a) => call("abs", a),
    floor: (a) => call("floor", a),
    // The root of a negative raises, also where it is worked out for nothing.
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
    // Of `prefix` with a constant, unlike `starts_with`, DuckDB makes a range that skips parts of the table.
    startsWith: (subject, needle) => call("prefix", subject, needle),
    endsWith: (subject, needle) => call("suffix", subject, needle),
    slice: (subject, start, count) => call("substring", subject, start, count),
    lower: {
      exactly: (subject) => call("lower", subject),
      when: (subject) => isSettled(subject, UNSETTLED_LOWER),
      except: "letters that are new to Unicode may keep their case on DuckDB",
      see: TEXT,
    },
    upper: {
      exactly: (subject) => call("upper", subject),
      when: (subject) => isSettled(subject, UNSETTLED_UPPER),
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

export const duckdb: Dialect = Dialect.of(definition);
