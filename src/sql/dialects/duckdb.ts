import { assertNever } from "../../util/assert-never.ts";
import type { DatePart } from "../../values/date/index.ts";
import type { Regex, RegexNode } from "../../values/regex/index.ts";
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

const TEXT = "https://duckdb.org/docs/current/sql/functions/text";
const REGEX = "https://github.com/google/re2/wiki/Syntax";

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

/** RE2 refuses patterns that repeat more than this, with repeats in repeats multiplied. */
const MOST_REPEATS = 1000;
/** With its least memory, RE2 refuses patterns of some more instructions. */
const MOST_INSTRUCTIONS = 80_000;

const LAST_CODE_POINT = 0x10ffff;

/** A pattern written for RE2, and what bears on its limits. */
interface Pattern {
  readonly source: string;
  /** At least as many instructions as RE2 makes of it. */
  readonly size: number;
  /** The most that repeats in repeats multiply to. */
  readonly repeats: number;
}

function regexMatch(subject: Fragment, { root }: Regex): Fragment | Impossible {
  const { source, size, repeats } = patternOf(root);
  if (size > MOST_INSTRUCTIONS || repeats > MOST_REPEATS) {
    return impossible("the pattern is too large for RE2", REGEX);
  }
  // What begins with a group DuckDB leaves to RE2: of some other patterns it makes LIKE, where anchors in the middle get lost.
  const group = root.kind === "literal" ? source : `(${source})`;
  // RE2 also looks for `\B` between the bytes of a character, unless it has come there character by character.
  const whole = hasNotWordBoundary(root) ? String.raw`\A(?s:.)*?${group}` : group;
  return call("regexp_matches", subject, text(parameter(whole, "text")));
}

function hasNotWordBoundary(node: RegexNode): boolean {
  switch (node.kind) {
    case "anchor":
      return node.anchor === "notWordBoundary";
    case "group":
    case "repeat":
      return hasNotWordBoundary(node.body);
    case "sequence":
      return node.items.some(hasNotWordBoundary);
    case "choice":
      return node.options.some(hasNotWordBoundary);
    default:
      return false;
  }
}

const ANCHORS = {
  start: String.raw`\A`,
  end: String.raw`\z`,
  wordBoundary: String.raw`\b`,
  notWordBoundary: String.raw`\B`,
} as const;

function patternOf(node: RegexNode): Pattern {
  switch (node.kind) {
    case "literal":
      return {
        source: [...node.text].map((character) => escaped(character.codePointAt(0) ?? 0)).join(""),
        size: 4 * node.text.length,
        repeats: 1,
      };
    case "set":
      return setPattern(node.negated ? gapsBetween(node.ranges) : node.ranges);
    case "anchor":
      return { source: ANCHORS[node.anchor], size: 1, repeats: 1 };
    case "group": {
      const body = patternOf(node.body);
      return { ...body, source: `(?:${body.source})`, size: body.size + 2 };
    }
    case "sequence":
      return joined(node.items, "");
    case "choice": {
      const options = joined(node.options, "|");
      return { ...options, source: `(?:${options.source})` };
    }
    case "repeat": {
      const body = patternOf(node.body);
      const { min, max } = node;
      const isBounded = max !== Number.POSITIVE_INFINITY;
      const rounds = isBounded ? max : min + 1;
      return {
        source: `(?:${body.source})${quantifier(min, max)}`,
        size: (body.size + 2) * Math.max(rounds, 1),
        repeats: body.repeats * Math.max(isBounded ? max : min, 1),
      };
    }
    default:
      return assertNever(node);
  }
}

function joined(nodes: readonly RegexNode[], separator: string): Pattern {
  const parts = nodes.map(patternOf);
  return {
    source: parts.map((part) => part.source).join(separator),
    size: parts.reduce((sum, part) => sum + part.size + 1, 1),
    repeats: Math.max(1, ...parts.map((part) => part.repeats)),
  };
}

/** Greedy: it changes what is found, never whether. */
function quantifier(min: number, max: number): string {
  if (max !== Number.POSITIVE_INFINITY) return min === 0 && max === 1 ? "?" : `{${min},${max}}`;
  return min === 0 ? "*" : min === 1 ? "+" : `{${min},}`;
}

type Ranges = Extract<RegexNode, { readonly kind: "set" }>["ranges"];

function setPattern(ranges: Ranges): Pattern {
  const parts = ranges.map(([first, last]) =>
    first === last ? escaped(first) : `${escaped(first)}-${escaped(last)}`,
  );
  return {
    // A set of nothing has no other form.
    source: parts.length === 0 ? String.raw`[^\x{0}-\x{10ffff}]` : `[${parts.join("")}]`,
    size: 2 + ranges.reduce((sum, range) => sum + instructionsOf(range), 0),
    repeats: 1,
  };
}

/** Characters of one, two, three and four bytes: the first, the last, and at most how many instructions match all and some. */
const BYTES = [
  [0, 0x7f, 2, 2],
  [0x80, 0x7ff, 3, 9],
  [0x800, 0xffff, 7, 16],
  [0x10000, LAST_CODE_POINT, 11, 23],
] as const;

/** At most how many instructions match a range, byte by byte. */
function instructionsOf([first, last]: Ranges[number]): number {
  return BYTES.reduce((sum, [from, to, all, some]) => {
    if (last < from || first > to) return sum;
    return sum + (first <= from && last >= to ? all : some);
  }, 0);
}

function gapsBetween(ranges: Ranges): Ranges {
  const gaps: (readonly [number, number])[] = [];
  let next = 0;
  for (const [first, last] of ranges) {
    if (first > next) gaps.push([next, first - 1]);
    next = last + 1;
  }
  if (next <= LAST_CODE_POINT) gaps.push([next, LAST_CODE_POINT]);
  return gaps;
}

/** By its number, unless it is a letter or a digit and stands for itself everywhere. */
function escaped(code: number): string {
  const character = String.fromCodePoint(code);
  return /^[0-9A-Za-z]$/.test(character) ? character : `\\x{${code.toString(16)}}`;
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
