import type { DatePart } from "../../../language/values/date/index.ts";
import { isText, utf8Length } from "../../../language/values/text/index.ts";
import { requireOptions } from "../../../util/misuse.ts";
import { Dialect } from "../dialect.ts";
import { type DialectDefinition, impossible, type ListColumnSql } from "../dialect-definition.ts";
import {
  atom,
  call,
  chain,
  choose,
  commas,
  name,
  notNullTest,
  or,
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
  foundFrom,
  MOST_WHOLE,
  multiply,
  sameText,
  singleQuoted,
  subtract,
  TRUE_OR_FALSE,
  textAmong,
  textNotAmong,
  UNIT_NAMES,
  wholeMonths,
  ZERO_OR_ONE,
} from "./common.ts";
import type { LetterCase } from "./letter-pairs.ts";
import { lowerVariants } from "./letter-variants.ts";
import {
  arrayOfNumbers,
  BIGINT,
  byCode,
  cast,
  inArray,
  instant,
  integer,
  isAmongTexts,
  NUMERIC,
  number,
  TIMESTAMP,
  text,
} from "./postgres-basics.ts";
import { postgresCatalogue } from "./postgres-catalogue.ts";
import { lettersOf, UNCERTAIN_CASE } from "./postgres-letters.ts";
import { decimals } from "./postgres-numbers.ts";
import { postgresRegex } from "./postgres-regex.ts";
import { exactText, plainText } from "./postgres-texts.ts";
import { instants, jsonList, POSTGRES_TYPES, texts, whenPresent } from "./postgres-types.ts";

const STRINGS = "https://www.postgresql.org/docs/current/functions-string.html";
const FOREIGN = "https://www.postgresql.org/docs/current/postgres-fdw.html";
const REGULAR_EXPRESSIONS =
  "https://www.postgresql.org/docs/current/functions-matching.html#FUNCTIONS-POSIX-REGEXP";

/** The maximum length of a name in bytes. PostgreSQL truncates longer names, and might then find another column. */
const LONGEST_NAME = 63;

const FLOATS = atom`float8[]`;
const BIGINTS = atom`int8[]`;
const INT = atom`int4`;
/** Counts and positions: text functions do not take larger integers. */
const small = (value: SqlFragment): SqlFragment => cast(value, INT);

const lengthOf = (value: SqlFragment): SqlFragment => call("length", value);

/** Binds values to names, or repeats them. */
type Naming = NonNullable<DialectDefinition["bind"]>;

/** Binds values to names. OFFSET keeps the planner from inlining them. */
const bind: Naming = (alias, values, body) => {
  const named = values.map((value, index) => sql`${value} AS ${name(`${alias}_${index}`)}`);
  const names = values.map((_, index) => name(`${alias}_${index}`));
  return atom`(SELECT ${body(names)} FROM (SELECT ${commas(named)} OFFSET 0) AS ${name(alias)})`;
};

/** Repeats values, without a sub-select. */
const repeated: Naming = (_, values, body) => body(values);

/** A longer value is bound to a name instead of repeated. */
const SHORT = 80;

function ofOne(
  naming: Naming,
  value: SqlFragment,
  use: (a: SqlFragment) => SqlFragment,
): SqlFragment {
  return value.size <= SHORT ? use(value) : naming("x", [value], ([a = value]) => use(a), []);
}

function ofTwo(
  naming: Naming,
  left: SqlFragment,
  right: SqlFragment,
  use: (a: SqlFragment, b: SqlFragment) => SqlFragment,
): SqlFragment {
  if (left.size <= SHORT && right.size <= SHORT) return use(left, right);
  return naming("x", [left, right], ([a = left, b = right]) => use(a, b), []);
}

/**
 * A number in JavaScript's notation: the shortest digits that are parsed as the same number. PostgreSQL finds these if
 * `extra_float_digits` is 1 (its default) or more. But it does not use digits exactly halfway between two numbers,
 * which occur only from 2^54 to 1e39. It also writes more numbers with an exponent, of at least two digits.
 */
function numberText(naming: Naming, value: SqlFragment): SqlFragment {
  return ofOne(naming, value, (a) => {
    const size = call("abs", a);
    return choose(
      [
        // Adding 0 turns -0 into 0.
        [
          or(sql`${size} < 1e-6`, sql`${size} >= 1e40`),
          call("replace", text(sql`${a} + 0`), atom`'e-0'`, atom`'e-'`),
        ],
        [sql`${size} < 1.8e16`, text(cast(text(a), NUMERIC))],
      ],
      largeNumberText(naming, a),
    );
  });
}

/**
 * Uses the fewest digits that are parsed as the same number: up to 15, which a cast gives, or 16, or else PostgreSQL's
 * own digits.
 */
function largeNumberText(naming: Naming, a: SqlFragment): SqlFragment {
  const hasFifteen = sql`${number(cast(a, NUMERIC))} = ${a}`;
  const format = choose(
    [[hasFifteen, atom`'9.99999999999999EEEE'`]],
    atom`'9.999999999999999EEEE'`,
  );
  const rounded = call("to_char", a, format);
  const shortest = choose([[sql`${number(rounded)} = ${a}`, rounded]], text(a));
  const magnitude = call("abs", a);
  const written = (digits: SqlFragment, size: SqlFragment): SqlFragment =>
    choose(
      [[sql`${size} < 1e21`, text(cast(digits, NUMERIC))]],
      call("btrim", call("regexp_replace", digits, atom`'[.]{0,1}0+e'`, atom`'e'`)),
    );
  const values = [shortest, magnitude];
  return naming("y", values, ([digits = shortest, size = magnitude]) => written(digits, size), []);
}

// The SQL has no question marks, since some drivers take them for placeholders.
const NUMBER = atom`'^ *[+-]{0,1}([0-9]+[.]{0,1}[0-9]*|[.][0-9]+)([eE][+-]{0,1}[0-9]+){0,1} *$'`;

/**
 * A cast raises an error if a number is too large, or so small that it rounds to 0. Short numbers without an exponent
 * are always in range. For others, a JSON path tests without an error whether they can be cast. A number that cannot is
 * 0 if its first nonzero digit follows the decimal point, otherwise too large.
 */
function parseNumber(naming: Naming, value: SqlFragment): SqlFragment {
  return ofOne(naming, value, (a) => {
    const found = (pattern: SqlFragment): SqlFragment => call("substring", a, pattern);
    const exponent = cast(found(atom`'[eE][+-]{0,1}0*([0-9]{1,18})'`), BIGINT);
    const whole = lengthOf(found(atom`'^ *[+-]{0,1}0*([0-9]*)'`));
    const zeros = lengthOf(found(atom`'^ *[+-]{0,1}0*[.](0*)'`));
    const shift = choose(
      [
        [sql`${a} !~ '[eE]'`, atom`0`],
        [sql`${a} ~ '-[0-9]+ *$'`, sql`0 - ${exponent}`],
      ],
      exponent,
    );
    const point = sql`${sql`${whole} + ${shift}`} - ${choose([[notNullTest(zeros), zeros]], atom`0`)}`;
    const read = choose(
      [
        [sql`${a} !~ '[eE]|.{99}'`, number(a)],
        [atom`jsonb_path_exists(to_jsonb(${a}), '$.double()', silent => true)`, number(a)],
      ],
      choose([[sql`${point} <= 0`, atom`0`]]),
    );
    return choose([[sql`${a} ~ ${NUMBER}`, read]]);
  });
}

function find(
  needle: SqlFragment,
  value: SqlFragment,
  start: SqlFragment | undefined,
): SqlFragment {
  if (start === undefined) return call("strpos", value, needle);
  const found = call("strpos", call("substr", value, small(start)), needle);
  return foundFrom(start, found, lengthOf(value));
}

/**
 * Case mapping by a collation that is new in PostgreSQL 17. A text with letters that it may map differently from
 * JavaScript is mapped letter by letter.
 */
function unicodeCase(letterCase: LetterCase): (value: SqlFragment) => SqlFragment {
  const uncertain = text(parameter(UNCERTAIN_CASE, "text"));
  return (value) =>
    ofOne(bind, value, (a) => {
      const collated = sql`${a} COLLATE pg_c_utf8`;
      const { from, to } = lettersOf(letterCase);
      return choose(
        [[or(asciiTest(a), sql`${a} !~ ${uncertain}`), byCode(call(letterCase, collated))]],
        byCode(call("translate", collated, text(from), text(to))),
      );
    });
}

function asciiCase(letterCase: LetterCase): DialectDefinition["operations"]["lowerCase"] {
  return {
    exactly: (value) => call(letterCase, byCode(value)),
    when: asciiTest,
    except:
      "before PostgreSQL 17, the case of letters beyond ASCII depends on the database's locale",
    see: STRINGS,
  };
}

function foldAscii(value: SqlFragment, letterCase: LetterCase): SqlFragment {
  const [capitals, small] = [
    atom`'ABCDEFGHIJKLMNOPQRSTUVWXYZ'`,
    atom`'abcdefghijklmnopqrstuvwxyz'`,
  ];
  const [from, to] = letterCase === "lower" ? [capitals, small] : [small, capitals];
  return call("translate", value, from, to);
}

/** Case mapping without COLLATE, so that postgres_fdw pushes it down. */
function foreignCase(letterCase: LetterCase): DialectDefinition["operations"]["lowerCase"] {
  return {
    exactly: (value) => foldAscii(value, letterCase),
    when: asciiTest,
    except: "the case of letters beyond ASCII depends on the other server's locale",
    see: FOREIGN,
  };
}

/** TRUE if all characters are ASCII. */
function asciiTest(value: SqlFragment): SqlFragment {
  return sql`${call("octet_length", value)} = ${lengthOf(value)}`;
}

/** Indexes support LIKE, but not `strpos` or `starts_with`. */
function like(value: SqlFragment, pattern: string): SqlFragment {
  return sql`${value} LIKE ${text(parameter(pattern, "text"))}`;
}

/** Escapes the two wildcards of LIKE. */
function escaped(part: string): string {
  return part.replace(/[%_\\]/g, "\\$&");
}

function part(field: SqlFragment, date: SqlFragment): SqlFragment {
  return call("date_part", field, date);
}

function datePart(naming: Naming, date: SqlFragment, which: DatePart): SqlFragment {
  switch (which) {
    case "year":
    case "quarter":
    case "month":
    case "day":
    case "hour":
    case "minute":
      return part(UNIT_NAMES[which], date);
    case "dayOfYear":
      return part(atom`'doy'`, date);
    case "weekday":
      return part(atom`'dow'`, date);
    case "isoWeek":
      return part(atom`'week'`, date);
    case "week":
      // The week's Saturday determines the year that the week belongs to.
      return ofOne(naming, date, (a) => {
        const saturday = sql`${a} + ${sql`${sql`6 - ${part(atom`'dow'`, a)}`} * interval '1 day'`}`;
        return call("floor", sql`${sql`${part(atom`'doy'`, saturday)} + 6`} / 7`);
      });
    case "second":
      return call("floor", part(atom`'second'`, date));
    case "millisecond":
      return number(sql`${small(part(atom`'milliseconds'`, date))} % 1000`);
  }
}

function monthNumber(date: SqlFragment): SqlFragment {
  return sql`${sql`${part(atom`'year'`, date)} * 12`} + ${part(atom`'month'`, date)}`;
}

/** The time since the start of the month. */
function timeOfMonth(date: SqlFragment): SqlFragment {
  return sql`${date} - ${call("date_trunc", UNIT_NAMES.month, date)}`;
}

function monthsBetween(naming: Naming, dateA: SqlFragment, dateB: SqlFragment): SqlFragment {
  return ofTwo(naming, dateA, dateB, (a, b) => {
    const apart = sql`${monthNumber(a)} - ${monthNumber(b)}`;
    return wholeMonths(apart, timeOfMonth(a), timeOfMonth(b));
  });
}

function namedOperations(
  naming: Naming,
): Pick<
  DialectDefinition["operations"],
  "numberText" | "parseNumber" | "datePart" | "monthsBetween"
> {
  return {
    numberText: (a) => numberText(naming, a),
    parseNumber: (value) => parseNumber(naming, value),
    datePart: (date, which) => datePart(naming, date, which),
    monthsBetween: (a, b) => monthsBetween(naming, a, b),
  };
}

const definition: DialectDefinition = {
  name: "postgres",
  title: "PostgreSQL",
  textType: "text",
  quote: (name) =>
    name !== "" && isText(name) && utf8Length(name) <= LONGEST_NAME
      ? doubleQuoted(name)
      : undefined,
  placeholder: (position) => `$${position}`,
  reusesPlaceholders: true,
  parameterMark: /(?<![\w$])\$\d/,
  quotation:
    /e'(?:[^'\\]|\\.|'')*'|'(?:[^']|'')*'|"(?:[^"]|"")*"|\$(\w*)\$.*?\$\1\$|--[^\n]*|\/\*.*?\*\//gis,
  inline: (value) => {
    const quoted = singleQuoted(String(value));
    // Without the E, the session determines the meaning of a backslash.
    return quoted.includes("\\") ? `E${quoted.replaceAll("\\", "\\\\")}` : quoted;
  },
  limits: { parameters: 65_000, depth: 400 },
  overflow: "raises",
  underflow: "raises",
  literal: {
    text,
    number,
    integer,
    date: (milliseconds) => cast(instant(milliseconds), TIMESTAMP),
  },
  among: {
    text: isAmongTexts,
    number: (value, among, wanted) => inArray(value, cast(arrayOfNumbers(among), FLOATS), wanted),
    integer: (value, among, wanted) => inArray(value, cast(arrayOfNumbers(among), BIGINTS), wanted),
  },
  ignoringCase: {
    fold: (value) => call("lower", byCode(value)),
    variants: lowerVariants,
    contains: (folded, part) => like(folded, `%${escaped(part)}%`),
    startsWith: (folded, part) => like(folded, `${escaped(part)}%`),
  },
  textOrder: byCode,
  nullsLast: true,
  types: POSTGRES_TYPES,
  catalogue: postgresCatalogue,
  columns: {
    text: { text: plainText, exact: exactText },
    number: {
      double: { read: number },
      integer: { read: number, whole: MOST_WHOLE },
      decimal: decimals(undefined),
    },
    boolean: {
      boolean: TRUE_OR_FALSE,
      integer: ZERO_OR_ONE,
    },
    date: {
      timestamp: instants,
      epochMilliseconds: {
        read: (column) =>
          sql`timestamp '1970-01-01' + ${sql`${column} * interval '1 millisecond'`}`,
        bound: (milliseconds) => integer(parameter(milliseconds, "integer")),
      },
    },
    list: {
      array: texts,
      json: jsonList,
      delimited: (delimiter) => {
        const between = text(parameter(delimiter, "text"));
        const elements = (column: SqlFragment): SqlFragment =>
          call("string_to_array", column, between);
        return {
          length: (column) => call("cardinality", elements(column)),
          has: (column, value) =>
            whenPresent(value, sql`${value} = ${call("ANY", elements(column))}`),
          join: (column, separator) => call("replace", column, between, separator),
        };
      },
    },
  },
  rows: { timestamps: "unknown" },
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
    wholeNumberText: (a) => text(integer(a)),
    ...namedOperations(bind),
    sameText,
    differentText,
    textBefore: (a, b) => sql`${byCode(a)} < ${byCode(b)}`,
    textBeforeOrSame: (a, b) => sql`${byCode(a)} <= ${byCode(b)}`,
    textAmong,
    textNotAmong,
    length: lengthOf,
    byteLength: (value) => integer(call("octet_length", value)),
    find,
    contains: (value, needle) => sql`${call("strpos", value, needle)} > 0`,
    notContains: (value, needle) => sql`${call("strpos", value, needle)} = 0`,
    startsWith: (value, needle) => call("starts_with", value, needle),
    endsWith: (value, needle) => sql`${call("right", value, lengthOf(needle))} = ${needle}`,
    slice: (value, start, count) => call("substr", value, small(start), small(count)),
    lowerCase: unicodeCase("lower"),
    upperCase: unicodeCase("upper"),
    trim: (value) => call("btrim", value),
    concat: (texts) => chain("||", texts),
    substitute: (value, old, replacement) => call("replace", value, old, replacement),
    repeat: (value, count) => call("repeat", value, small(count)),
    regexMatch: (value, regex) => {
      const pattern = postgresRegex(regex.root);
      return pattern === undefined
        ? impossible("PostgreSQL takes long to read this pattern", REGULAR_EXPRESSIONS)
        : sql`${value} ~ ${text(parameter(pattern, "text"))}`;
    },
    startOf: (date, unit) => call("date_trunc", UNIT_NAMES[unit], date),
    addMilliseconds: (date, amount) => sql`${date} + ${sql`${amount} * interval '1 millisecond'`}`,
    addMonths: (date, months) => sql`${date} + ${sql`${months} * interval '1 month'`}`,
    // The seconds are rounded to float64; rounding again makes the milliseconds exact.
    millisecondsBetween: (a, b) =>
      call("round", sql`${part(atom`'epoch'`, sql`${a} - ${b}`)} * 1000`),
    dateText: (date) => call("to_char", date, atom`'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'`),
  },
};

/** The options of `createPostgres`. */
export interface PostgresOptions {
  /** The server's major version; 18 unless given. Before 17 there is no exact case mapping of non-ASCII letters. */
  readonly version?: number;
  /**
   * Whether the rows are on several servers: tables of Citus, foreign tables of postgres_fdw, or tables with foreign
   * partitions. The SQL then has no sub-selects, which Citus often rejects, and prefers forms that postgres_fdw pushes
   * down. It cannot use indexes with `COLLATE "C"`.
   */
  readonly distributed?: boolean;
}

/** PostgreSQL, for a database in UTF-8 whose text columns have no nondeterministic collation. */
export function createPostgres(options: PostgresOptions = {}): Dialect {
  requireOptions(options, "createPostgres", { version: "number", distributed: "boolean" });
  const { version = 18, distributed = false } = options;
  const { columns, operations } = definition;
  if (!distributed) {
    const letterCase = version < 17 ? asciiCase : unicodeCase;
    const cases = { lowerCase: letterCase("lower"), upperCase: letterCase("upper") };
    return Dialect.of({ ...definition, bind, operations: { ...operations, ...cases } });
  }
  return Dialect.of({
    ...definition,
    ignoringCase: {
      // Without COLLATE, so that postgres_fdw pushes it down.
      fold: (value) => foldAscii(value, "lower"),
      variants: lowerVariants,
    },
    columns: {
      ...columns,
      text: { text: { ...plainText, read: asItIs } },
      list: {
        ...columns.list,
        json: foreignJson,
      },
    },
    types: POSTGRES_TYPES.map((type) =>
      type.names.some((name) => name === "json" || name === "jsonb")
        ? { ...type, fields: { ...type.fields, list: () => foreignJson } }
        : type,
    ),
    operations: {
      ...operations,
      ...namedOperations(repeated),
      lowerCase: foreignCase("lower"),
      upperCase: foreignCase("upper"),
      // Operators that compare bytes, whatever the collation: they need no COLLATE.
      textBefore: (a, b) => sql`${a} ~<~ ${b}`,
      textBeforeOrSame: (a, b) => sql`${a} ~<=~ ${b}`,
    },
  });
}

const foreignJson: ListColumnSql = {
  ...jsonList,
  join: impossible(
    "elements of JSON take a sub-select, which may not run where the rows are",
    FOREIGN,
  ),
};

/** The dialect of PostgreSQL, with its default options. */
export const postgres: Dialect = createPostgres();
