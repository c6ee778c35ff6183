import type { CalendarUnit, DatePart } from "../../../language/values/date/index.ts";
import { numberText, parseNumberText } from "../../../language/values/number/index.ts";
import { parseRegex, type Regex, regexTest } from "../../../language/values/regex/index.ts";
import { lowerText, upperText } from "../../../language/values/text/index.ts";
import { requireOptions } from "../../../util/misuse.ts";
import { Dialect } from "../dialect.ts";
import { type DialectDefinition, impossible } from "../dialect-definition.ts";
import {
  and,
  atom,
  call,
  chain,
  choose,
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
  multiply,
  numbersReadBy,
  sameText,
  singleQuoted,
  subtract,
  textAmong,
  textBefore,
  textBeforeOrSame,
  textNotAmong,
  UNIT_LENGTHS,
  wholeMonths,
  ZERO_OR_ONE,
} from "./common.ts";

import { lowerVariants } from "./letter-variants.ts";
import {
  columns,
  inlineNumber,
  instantOf,
  integer,
  number,
  readNumber,
  secondsOf,
} from "./sqlite-basics.ts";
import { sqliteCatalogue } from "./sqlite-catalogue.ts";
import { SQLITE_TYPES } from "./sqlite-types.ts";

const FUNCTIONS = "https://www.sqlite.org/lang_corefunc.html";
const TYPES = "https://www.sqlite.org/datatype3.html";

const { day: DAY } = UNIT_LENGTHS;

/** Arithmetic uses float64 if one operand is float64, so the other one is not cast: casts take time. */
function arithmetic(
  write: (a: SqlFragment, b: SqlFragment) => SqlFragment,
): (a: SqlFragment, b: SqlFragment) => SqlFragment {
  return (a, b) => {
    const column = columns.get(b);
    return column === undefined ? write(columns.get(a) ?? a, b) : write(a, column);
  };
}

/** Instants are whole milliseconds since 1970. SQLite's date functions take seconds. */
const seconds = (date: SqlFragment): SqlFragment => sql`${floorDivide(date, atom`1000`)}`;

/** Integer division, rounded down. SQLite rounds toward zero. */
function floorDivide(a: SqlFragment, b: SqlFragment): SqlFragment {
  return sql`${sql`${a} - ${modulo(a, b)}`} / ${b}`;
}

/** The nonnegative remainder. */
function modulo(a: SqlFragment, b: SqlFragment): SqlFragment {
  return sql`${sql`${sql`${a} % ${b}`} + ${b}`} % ${b}`;
}

function format(pattern: SqlFragment, date: SqlFragment): SqlFragment {
  return atom`strftime(${pattern}, ${seconds(date)}, 'unixepoch')`;
}

function part(pattern: SqlFragment, date: SqlFragment): SqlFragment {
  return number(format(pattern, date));
}

function datePart(date: SqlFragment, which: DatePart): SqlFragment {
  switch (which) {
    case "year":
      return part(atom`'%Y'`, date);
    case "quarter":
      return number(sql`${sql`${integer(format(atom`'%m'`, date))} + 2`} / 3`);
    case "month":
      return part(atom`'%m'`, date);
    case "day":
      return part(atom`'%d'`, date);
    case "dayOfYear":
      return part(atom`'%j'`, date);
    case "weekday":
      return part(atom`'%w'`, date);
    case "week":
      return week(sql`${date} + ${sql`${sql`6 - ${weekday(date)}`} * ${DAY}`}`);
    case "isoWeek":
      // The week's Thursday determines the year that the week belongs to.
      return week(
        sql`${date} + ${sql`${sql`3 - ${sql`${sql`${weekday(date)} + 6`} % 7`}`} * ${DAY}`}`,
      );
    case "hour":
      return part(atom`'%H'`, date);
    case "minute":
      return part(atom`'%M'`, date);
    case "second":
      return part(atom`'%S'`, date);
    case "millisecond":
      return number(modulo(date, atom`1000`));
  }
}

function weekday(date: SqlFragment): SqlFragment {
  return integer(format(atom`'%w'`, date));
}

/** The number of the week, computed from the day that determines its year. */
function week(deciding: SqlFragment): SqlFragment {
  return number(sql`${sql`${sql`${integer(format(atom`'%j'`, deciding))} - 1`} / 7`} + 1`);
}

function startOf(date: SqlFragment, unit: CalendarUnit): SqlFragment {
  switch (unit) {
    case "second":
    case "minute":
    case "hour":
    case "day":
      return sql`${date} - ${modulo(date, UNIT_LENGTHS[unit])}`;
    case "month":
      return startOfMonth(date, atom`'0 months'`);
    case "quarter":
      return startOfMonth(
        date,
        atom`-((strftime('%m', ${seconds(date)}, 'unixepoch') + 2) % 3) || ' months'`,
      );
    case "year":
      return sql`${integer(atom`strftime('%s', ${seconds(date)}, 'unixepoch', 'start of year')`)} * 1000`;
  }
}

/** The start of a date's month, moved by months. */
function startOfMonth(date: SqlFragment, moved: SqlFragment): SqlFragment {
  return sql`${integer(atom`strftime('%s', ${seconds(date)}, 'unixepoch', 'start of month', ${moved})`)} * 1000`;
}

function addMonths(date: SqlFragment, months: SqlFragment): SqlFragment {
  const start = startOfMonth(date, sql`${months} || ' months'`);
  const lastDay = integer(
    atom`strftime('%d', ${seconds(date)}, 'unixepoch', 'start of month', ${sql`${sql`${months} + 1`} || ' months'`}, '-1 day')`,
  );
  const day = integer(format(atom`'%d'`, date));
  const days = sql`${sql`${call("min", day, lastDay)} - 1`} * ${DAY}`;
  return sql`${sql`${start} + ${days}`} + ${modulo(date, DAY)}`;
}

function monthNumber(date: SqlFragment): SqlFragment {
  return sql`${integer(format(atom`'%Y'`, date))} * 12 + ${integer(format(atom`'%m'`, date))}`;
}

/** The milliseconds since the start of the month. */
function timeOfMonth(date: SqlFragment): SqlFragment {
  return sql`${date} - ${startOfMonth(date, atom`'0 months'`)}`;
}

function monthsBetween(a: SqlFragment, b: SqlFragment): SqlFragment {
  const apart = sql`${monthNumber(a)} - ${monthNumber(b)}`;
  return number(wholeMonths(apart, timeOfMonth(a), timeOfMonth(b)));
}

function bytes(text: SqlFragment): SqlFragment {
  return atom`length(CAST(${text} AS BLOB))`;
}

/** TRUE if all characters are ASCII. */
function asciiTest(text: SqlFragment): SqlFragment {
  return sql`${bytes(text)} = ${call("length", text)}`;
}

/** A subquery over the elements of a JSON list. */
function amongTexts(text: SqlFragment, among: readonly string[], wanted: boolean): SqlFragment {
  const list = atom`(SELECT value FROM json_each(${parameter(JSON.stringify(among), "text")}))`;
  return wanted ? sql`${text} IN ${list}` : sql`${text} NOT IN ${list}`;
}

function overElements(column: SqlFragment, what: SqlFragment): SqlFragment {
  return atom`(SELECT ${what} FROM json_each(${column}))`;
}

/** Options that change the SQL. The rest is the same on every build of SQLite. */
export interface SqliteOptions {
  /**
   * Whether the functions of `sqliteFunctions` are registered on the connection. Case mapping, numbers as text and
   * regular expressions then run in the database.
   */
  readonly functions?: boolean;
}

const CASE_BEYOND_ASCII = "letters beyond ASCII keep their case on SQLite";

/** Creates a dialect of SQLite, for example one that calls `sqliteFunctions`. */
export function createSqlite(options: SqliteOptions = {}): Dialect {
  requireOptions(options, "createSqlite", { functions: "boolean" });
  const { functions = false } = options;
  return Dialect.of({
    ...definition,
    operations: { ...definition.operations, ...(functions ? applicationDefined : {}) },
  });
}

const definition: DialectDefinition = {
  name: "sqlite",
  title: "SQLite",
  textType: "TEXT",
  quote: (name) => (name.includes("\0") ? undefined : doubleQuoted(name)),
  placeholder: () => "?",
  reusesPlaceholders: false,
  parameterMark: /\?|[:@$][a-z_]/i,
  quotation: /'(?:[^']|'')*'|"(?:[^"]|"")*"|`(?:[^`]|``)*`|\[[^\]]*\]|--[^\n]*|\/\*.*?\*\//gs,
  inline: (value) => (typeof value === "string" ? singleQuoted(value) : inlineNumber(value)),
  limits: { parameters: 32_000, depth: 200 },
  overflow: "infinity",
  underflow: "zero",
  zeroDivision: "null",
  comparesBetween: true,
  ifNull: (value, otherwise) => call("ifnull", value, otherwise),
  // Numbers in JSON may be parsed with an error in the last bit, so only texts are passed as one parameter.
  among: { text: amongTexts },
  ignoringCase: { fold: (text) => call("lower", text), variants: lowerVariants },
  prefixAsRange: true,
  literal: {
    text: (value) => value,
    // A driver may bind a whole number as an integer, and integer division differs.
    number,
    integer,
    date: (milliseconds) => integer(parameter(milliseconds, "integer")),
  },
  textOrder: asItIs,
  types: SQLITE_TYPES,
  catalogue: sqliteCatalogue,
  columns: {
    text: { text: { read: asItIs } },
    number: numbersReadBy(readNumber),
    boolean: {
      boolean: ZERO_OR_ONE,
      integer: ZERO_OR_ONE,
    },
    date: {
      // ISO text in the form that the language writes.
      timestamp: {
        read: (column) => instantOf(secondsOf(column), integer(atom`substr(${column}, 21, 3)`)),
        bound: (milliseconds) => parameter(new Date(milliseconds).toISOString(), "text"),
      },
      epochMilliseconds: {
        read: asItIs,
        bound: (milliseconds) => integer(parameter(milliseconds, "integer")),
      },
    },
    list: {
      array: impossible("SQLite has no arrays", TYPES),
      json: {
        length: (column) => call("json_array_length", column),
        has: (column, text) =>
          // The text is outside the SELECT, so that its columns are those of the table. NULL is tested first, since
          // `NULL IN` an empty list is FALSE.
          choose([
            [sql`${text} IS NOT NULL`, sql`${text} IN (SELECT value FROM json_each(${column}))`],
          ]),
        anyTest: (column, texts) =>
          sql`EXISTS (SELECT 1 FROM json_each(${column}) AS element WHERE ${amongTexts(atom`element.value`, texts, true)})`,
        join: (column, separator) =>
          choose([
            [
              sql`${column} IS NOT NULL`,
              call(
                "ifnull",
                overElements(column, call("group_concat", atom`value`, separator)),
                atom`''`,
              ),
            ],
          ]),
      },
      delimited: (delimiter) => {
        const between = parameter(delimiter, "text");
        // A text has no NUL. As a delimiter, it prevents matches across two elements.
        const nul = atom`char(0)`;
        const around = (text: SqlFragment): SqlFragment => chain("||", [nul, text, nul]);
        return {
          length: (column) =>
            choose(
              [[sql`${column} = ''`, atom`0`]],
              sql`${sql`${sql`${call("length", column)} - ${call("length", call("replace", column, between, atom`''`))}`} / ${call("length", between)}`} + 1`,
            ),
          has: (column, text) => {
            const elements = around(call("replace", column, between, nul));
            const isElement = and(
              sql`${column} <> ''`,
              sql`${call("instr", elements, around(text))} > 0`,
            );
            return sql`${choose([[sql`${text} IS NOT NULL`, isElement]])}`;
          },
          join: (column, separator) => call("replace", column, between, separator),
        };
      },
    },
  },
  rows: { timestamps: "instant" },
  operations: {
    add: arithmetic(add),
    subtract: arithmetic(subtract),
    multiply: arithmetic(multiply),
    divide: arithmetic(divide),
    abs: (a) => call("abs", a),
    floor: (a) => call("floor", a),
    sqrt: (a) => call("sqrt", a),
    integer,
    float: number,
    numberText: impossible(
      "SQLite writes 15 digits of a number, not the shortest that read back the same",
      FUNCTIONS,
    ),
    wholeNumberText: (a) => atom`CAST(${integer(a)} AS TEXT)`,
    parseNumber: {
      exactly: (text) => number(text),
      when: (text) => and(sql`${text} NOT GLOB '*[^0-9]*'`, sql`${call("length", text)} <= 15`),
      except: "SQLite does not read every number to the nearest float64",
      see: TYPES,
    },
    sameText,
    differentText,
    textBefore,
    textBeforeOrSame,
    textAmong,
    textNotAmong,
    length: (text) => call("length", text),
    byteLength: bytes,
    find: (needle, text, start) => {
      if (start === undefined) return call("instr", text, needle);
      const found = call("instr", call("substr", text, start), needle);
      return foundFrom(start, found, call("length", text));
    },
    contains: (text, needle) => sql`${call("instr", text, needle)} > 0`,
    notContains: (text, needle) => sql`${call("instr", text, needle)} = 0`,
    startsWith: (text, needle) =>
      sql`${call("substr", text, atom`1`, call("length", needle))} = ${needle}`,
    endsWith: (text, needle) => {
      const rest = sql`${call("length", text)} - ${call("length", needle)}`;
      return and(sql`${rest} >= 0`, sql`${call("substr", text, sql`${rest} + 1`)} = ${needle}`);
    },
    slice: (text, start, count) => call("substr", text, start, count),
    lowerCase: {
      exactly: (text) => call("lower", text),
      when: asciiTest,
      except: CASE_BEYOND_ASCII,
      see: FUNCTIONS,
    },
    upperCase: {
      exactly: (text) => call("upper", text),
      when: asciiTest,
      except: CASE_BEYOND_ASCII,
      see: FUNCTIONS,
    },
    trim: (text) => call("trim", text, atom`' '`),
    concat: (texts) => chain("||", texts),
    substitute: (text, old, replacement) => call("replace", text, old, replacement),
    repeat: (text, count) =>
      call("replace", call("printf", atom`'%*s'`, count, atom`''`), atom`' '`, text),
    regexMatch: () => impossible("SQLite has no regular expressions of its own", FUNCTIONS),
    datePart,
    startOf,
    addMilliseconds: (date, amount) => sql`${date} + ${integer(amount)}`,
    addMonths,
    millisecondsBetween: (a, b) => number(sql`${a} - ${b}`),
    monthsBetween,
    dateText: (date) =>
      chain("||", [
        format(atom`'%Y-%m-%dT%H:%M:%S.'`, date),
        call("printf", atom`'%03dZ'`, modulo(date, atom`1000`)),
      ]),
  },
};

/** The operations that call the functions of `sqliteFunctions`. */
const applicationDefined: Partial<DialectDefinition["operations"]> = {
  numberText: (a) => call("isoform_number_text", a),
  parseNumber: (text) => call("isoform_parse_number", text),
  lowerCase: (text) => call("isoform_lower", text),
  upperCase: (text) => call("isoform_upper", text),
  regexMatch: (text, regex) =>
    sql`${call("isoform_regex_match", text, parameter(regex.source, "text"))} = 1`,
};

/** A function to register with SQLite: strings and numbers as arguments, `null` for NULL. */
export interface SqliteFunction {
  /** The name of the function in SQL. */
  readonly name: string;
  /** The number of arguments. */
  readonly length: number;
  /** Computes the result from values as SQLite's drivers pass them. */
  readonly compute: (...values: readonly unknown[]) => string | number | null;
}

/**
 * The functions that `createSqlite({ functions: true })` calls. Register them on every connection. All are
 * deterministic. With better-sqlite3:
 *
 * ```ts
 * for (const { name, compute } of sqliteFunctions()) {
 * db.function(name, { deterministic: true, varargs: true }, compute);
 * }
 * ```
 */
export function sqliteFunctions(): readonly SqliteFunction[] {
  const patterns = new Map<string, Regex>();
  return [
    ofText("isoform_lower", lowerText),
    ofText("isoform_upper", upperText),
    ofText("isoform_parse_number", (text) => parseNumberText(text) ?? null),
    {
      name: "isoform_number_text",
      length: 1,
      compute: (value) => (typeof value === "number" ? numberText(value + 0) : null),
    },
    {
      name: "isoform_regex_match",
      length: 2,
      compute: (text, source) => {
        if (typeof text !== "string" || typeof source !== "string") return null;
        const regex = patterns.get(source) ?? remember(patterns, source);
        return regex === undefined ? null : Number(regexTest(regex, text));
      },
    },
  ];
}

/** The maximum number of cached patterns for each connection. */
const PATTERNS_KEPT = 100;

function remember(patterns: Map<string, Regex>, source: string): Regex | undefined {
  const parsed = parseRegex(source);
  if (!parsed.ok) return undefined;
  if (patterns.size >= PATTERNS_KEPT) patterns.clear();
  patterns.set(source, parsed.regex);
  return parsed.regex;
}

function ofText(name: string, compute: (text: string) => string | number | null): SqliteFunction {
  return { name, length: 1, compute: (text) => (typeof text === "string" ? compute(text) : null) };
}

/** The dialect of SQLite, with its default options. */
export const sqlite: Dialect = createSqlite();
