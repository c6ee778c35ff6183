import { requireOptions } from "../../../util/misuse.ts";
import { Dialect } from "../dialect.ts";
import {
  type DateColumnSql,
  type DialectDefinition,
  impossible,
  type ListColumnSql,
} from "../dialect-definition.ts";
import {
  and,
  atom,
  call,
  choose,
  commas,
  not,
  notNullTest,
  parameter,
  type SqlFragment,
  sql,
} from "../sql-fragment.ts";
import { add, asItIs, divide, MOST_WHOLE, multiply, subtract, ZERO_OR_ONE } from "./common.ts";
import type { LetterCase } from "./letter-pairs.ts";
import { bind, constant, inlineText, integer, named, number, pattern } from "./mariadb-basics.ts";
import { mariadbCatalogue } from "./mariadb-catalogue.ts";
import { datePart, earlier, instantOf, later, startOf } from "./mariadb-dates.ts";
import { lettersOf, UNSETTLED } from "./mariadb-letters.ts";
import { numberText, parseNumber } from "./mariadb-numbers.ts";
import { pcrePattern } from "./mariadb-pattern.ts";
import { mariadbTypes } from "./mariadb-types.ts";

const TYPES = "https://mariadb.com/kb/en/data-types/";
const PCRE = "https://mariadb.com/kb/en/pcre/";

/**
 * Applies the collation that compares code points: it ignores neither case nor trailing spaces. Every text has it
 * explicitly, so that texts with different collations do not conflict.
 */
class CollatedTexts {
  readonly #collation: SqlFragment;
  readonly #read: (column: SqlFragment) => SqlFragment;
  /** Columns and constants, by the SQL that applies the collation to them. */
  readonly #bare = new WeakMap<SqlFragment, SqlFragment>();

  constructor(collation: SqlFragment, anyCharacterSet: boolean) {
    this.#collation = collation;
    this.#read = anyCharacterSet
      ? (column) => this.exactly(atom`CONVERT(${column} USING utf8mb4)`)
      : this.plain;
  }

  readonly exactly = (text: SqlFragment): SqlFragment => sql`${text} COLLATE ${this.#collation}`;

  /** A column or a constant with the collation. Its SQL without the collation is remembered. */
  readonly plain = (bare: SqlFragment): SqlFragment => {
    const text = this.exactly(bare);
    this.#bare.set(text, bare);
    return text;
  };

  readonly read = (column: SqlFragment): SqlFragment => this.#read(column);

  /** A text next to a text that has the collation already, so that it needs none itself. */
  readonly beside = (text: SqlFragment): SqlFragment => this.#bare.get(text) ?? text;

  /**
   * Compares a column and constants without the collation. The column's own collation treats too many texts as equal,
   * but its index can be used.
   */
  #indexed(
    text: SqlFragment,
    others: readonly SqlFragment[],
  ): readonly [SqlFragment, readonly SqlFragment[]] | undefined {
    const column = this.#bare.get(text);
    const values = others.flatMap((other) => this.#bare.get(other) ?? []);
    const isIndexed =
      column?.parameters === 0 &&
      values.length === others.length &&
      values.every(({ parameters }) => parameters === 1);
    return isIndexed ? [column, values] : undefined;
  }

  readonly same = (a: SqlFragment, b: SqlFragment): SqlFragment => {
    const test = sql`${a} = ${this.beside(b)}`;
    const [column, [value] = []] = this.#indexed(a, [b]) ?? [];
    return column === undefined || value === undefined
      ? test
      : and(sql`${column} = ${value}`, test);
  };

  readonly among = (text: SqlFragment, among: readonly SqlFragment[]): SqlFragment => {
    const test = sql`${text} IN (${commas(among.map(this.beside))})`;
    const [column, values = []] = this.#indexed(text, among) ?? [];
    return column === undefined ? test : and(sql`${column} IN (${commas(values)})`, test);
  };

  readonly startsWith = (text: SqlFragment, needle: SqlFragment): SqlFragment => {
    const start = call("LEFT", text, call("CHAR_LENGTH", needle));
    const test = sql`${start} = ${this.beside(needle)}`;
    const [column, [value] = []] = this.#indexed(text, [needle]) ?? [];
    if (column === undefined || value === undefined) return test;
    const beginning = call("CONCAT", escapedForLike(value), ANYTHING);
    return and(sql`${column} LIKE ${beginning} ESCAPE '|'`, test);
  };
}

const ANYTHING = constant("%");
const ESCAPED = ["|", "%", "_"].map(
  (special) => [constant(special), constant(`|${special}`)] as const,
);

/** Escapes the two wildcards of LIKE. All constants are parameters, since a literal may have another collation. */
function escapedForLike(text: SqlFragment): SqlFragment {
  return ESCAPED.reduce(
    (escaped, [special, plain]) => call("REPLACE", escaped, special, plain),
    text,
  );
}

function find(texts: CollatedTexts): DialectDefinition["operations"]["find"] {
  return (needle, text, start) => {
    if (start === undefined) return call("LOCATE", texts.beside(needle), text);
    // If the needle is empty, LOCATE counts bytes.
    const emptyTest = sql`${needle} = ''`;
    const end = sql`${call("CHAR_LENGTH", text)} + 1`;
    return choose(
      [
        [and(emptyTest, sql`${start} <= ${end}`), start],
        [and(emptyTest, sql`${start} > ${end}`), atom`0`],
      ],
      call("LOCATE", texts.beside(needle), text, start),
    );
  };
}

const UNSETTLED_CASE = pattern(UNSETTLED);
const FIRST_GROUP = constant(String.raw`\1`);
const SECOND_GROUP = constant(String.raw`\2`);

/**
 * MariaDB's own case mapping. A text with letters that it may map differently from JavaScript is mapped letter by
 * letter.
 */
function inCase(
  { exactly }: CollatedTexts,
  letterCase: LetterCase,
): (text: SqlFragment) => SqlFragment {
  return (text) =>
    exactly(
      named(text, "text", (a) => {
        const { table, letter } = lettersOf(letterCase);
        const looked = call("CONCAT", a, constant(table));
        const changed = call("REGEXP_REPLACE", looked, pattern(letter), SECOND_GROUP);
        return choose(
          [[sql`${a} REGEXP ${UNSETTLED_CASE}`, call("LEFT", changed, call("CHAR_LENGTH", a))]],
          call(letterCase.toUpperCase(), a),
        );
      }),
    );
}

/** TRUE if all characters are ASCII: then characters are bytes. */
function asciiTest(text: SqlFragment): SqlFragment {
  return sql`${call("CHAR_LENGTH", text)} = ${call("OCTET_LENGTH", text)}`;
}

const ELEMENT_END = pattern(String.raw`\G((?:\A")?[^"\\]*+(?:\\.[^"\\]*+)*+)","`);
const [BACKSLASH, TWO_BACKSLASHES] = [constant("\\"), constant("\\\\")];

/** JSON from other programs may escape any character, so a text search cannot find elements. */
function json({ exactly, beside }: CollatedTexts): ListColumnSql {
  return {
    length: (column) => call("JSON_LENGTH", column),
    has: (column, text) => {
      const element = atom`element LONGTEXT CHARACTER SET utf8mb4 PATH '$'`;
      const elements = atom`JSON_TABLE(${column}, '$[*]' COLUMNS (${element})) AS elements`;
      const isElement = sql`${text} IN (SELECT elements.element FROM ${elements})`;
      // JSON_TABLE raises an error if the text is not JSON.
      return choose([[and(notNullTest(text), call("JSON_VALID", column)), isElement]]);
    },
    // Converts the JSON of the elements to that of one text. GROUP_CONCAT would cut off a result beyond the session's
    // limit.
    join: (column, separator) => {
      const written = exactly(call("JSON_COMPACT", column));
      const elements = atom`TRIM(LEADING '[' FROM TRIM(TRAILING ']' FROM ${written}))`;
      const quoted = exactly(call("JSON_QUOTE", beside(separator)));
      const inner = call("SUBSTR", quoted, atom`2`, sql`${call("CHAR_LENGTH", quoted)} - 2`);
      const escaped = call("REPLACE", inner, BACKSLASH, TWO_BACKSLASHES);
      const between = call("CONCAT", FIRST_GROUP, escaped);
      return exactly(call("JSON_UNQUOTE", call("REGEXP_REPLACE", elements, ELEMENT_END, between)));
    },
  };
}

const NUL = constant("\0");

function delimited(
  { read }: CollatedTexts,
  contains: (text: SqlFragment, needle: SqlFragment) => SqlFragment,
): (delimiter: string) => ListColumnSql {
  return (delimiter) => {
    const between = constant(delimiter);
    const emptyTest = (column: SqlFragment): SqlFragment => sql`${call("CHAR_LENGTH", column)} = 0`;
    return {
      length: (column) => {
        const rest = call("REPLACE", read(column), between, atom`''`);
        const removed = sql`${call("CHAR_LENGTH", column)} - ${call("CHAR_LENGTH", rest)}`;
        const count = sql`${removed} DIV ${call("CHAR_LENGTH", between)}`;
        return choose([[emptyTest(column), atom`0`]], sql`${count} + 1`);
      },
      has: (column, text) => {
        // A text has no NUL. As a delimiter, it prevents matches across two elements.
        const elements = call("CONCAT", NUL, call("REPLACE", read(column), between, NUL), NUL);
        const isElement = contains(elements, call("CONCAT", NUL, text, NUL));
        return choose([[notNullTest(text), and(not(emptyTest(column)), isElement)]]);
      },
      join: (column, separator) => call("REPLACE", read(column), between, separator),
    };
  };
}

/** A name has at most 64 characters of the basic plane, and no trailing white space. */
function isName(name: string): boolean {
  const hasOthers = /\p{Surrogate}|[\u{10000}-\u{10ffff}]/u.test(name) || name.includes("\0");
  return name !== "" && name.length <= 64 && !/[\t-\r ]$/.test(name) && !hasOthers;
}

const instants: DateColumnSql = {
  // Microseconds are removed, since it depends on the session whether a cast rounds them.
  read: (column) => earlier(column, sql`${call("MICROSECOND", column)} MOD 1000`),
  bound: instantOf,
};

/** The definition without its types, which depend on its columns. */
type UntypedDefinition = Omit<DialectDefinition, "types">;

function definitionWith(texts: CollatedTexts): UntypedDefinition {
  const { exactly, beside } = texts;
  const contains = (text: SqlFragment, needle: SqlFragment): SqlFragment =>
    sql`${call("LOCATE", beside(needle), text)} > 0`;
  return {
    name: "mariadb",
    title: "MariaDB",
    textType: "CHAR",
    quote: (name) => (isName(name) ? `\`${name.replaceAll("`", "``")}\`` : undefined),
    placeholder: () => "?",
    reusesPlaceholders: false,
    parameterMark: /\?/,
    quotation:
      /'(?:[^'\\]|\\.|'')*'|"(?:[^"\\]|\\.|"")*"|`(?:[^`]|``)*`|(?:--(?=\s|$)|#)[^\n]*|\/\*.*?\*\//gs,
    inline: (value) =>
      typeof value === "string" ? inlineText(value) : value < 0 ? `(${value})` : String(value),
    // Subqueries may nest 63 deep, and names for values are subqueries.
    limits: { parameters: 65_000, depth: 150 },
    overflow: "raises",
    underflow: "zero",
    // A division by zero is NULL in a SELECT, but an error in an UPDATE of a strict session, so each division has a
    // guard.
    bind,
    literal: { text: texts.plain, number, integer, date: instantOf },
    textOrder: asItIs,
    catalogue: mariadbCatalogue,
    columns: {
      text: {
        text: { read: texts.read },
        // With an explicit collation in an order, the index could not be used.
        exact: { read: texts.plain, native: { constant, isOrdered: true } },
      },
      number: {
        double: { read: number },
        integer: { read: number, whole: MOST_WHOLE },
        decimal: { read: number, compared: number },
      },
      boolean: { boolean: ZERO_OR_ONE, integer: ZERO_OR_ONE },
      date: {
        // A DATETIME. A TIMESTAMP depends on the session's time zone, and ends in 2038.
        timestamp: instants,
        epochMilliseconds: {
          read: (column) => later(instantOf(0), sql`${column} * 1000`),
          bound: (milliseconds) => integer(parameter(milliseconds, "integer")),
        },
      },
      list: {
        array: impossible("MariaDB has no arrays", TYPES),
        json: json(texts),
        delimited: delimited(texts, contains),
      },
    },
    rows: { timestamps: "zoneless", hasTextAsBytes: true },
    operations: {
      add,
      subtract,
      multiply,
      divide,
      abs: (a) => call("ABS", a),
      // FLOOR alone has a scale of 0, which CONCAT would preserve.
      floor: (a) => number(call("FLOOR", a)),
      sqrt: (a) => call("SQRT", a),
      integer,
      float: number,
      numberText: (a) => numberText(a, exactly),
      wholeNumberText: (a) => exactly(atom`CAST(${integer(a)} AS CHAR)`),
      parseNumber,
      sameText: texts.same,
      differentText: (a, b) => sql`${a} <> ${beside(b)}`,
      textBefore: (a, b) => sql`${a} < ${beside(b)}`,
      textBeforeOrSame: (a, b) => sql`${a} <= ${beside(b)}`,
      textAmong: texts.among,
      textNotAmong: (text, among) => sql`${text} NOT IN (${commas(among.map(beside))})`,
      length: (text) => call("CHAR_LENGTH", text),
      byteLength: (text) => call("OCTET_LENGTH", text),
      find: find(texts),
      contains,
      notContains: (text, needle) => sql`${call("LOCATE", beside(needle), text)} = 0`,
      startsWith: texts.startsWith,
      endsWith: (text, needle) =>
        sql`${call("RIGHT", text, call("CHAR_LENGTH", needle))} = ${beside(needle)}`,
      slice: (text, start, count) => call("SUBSTR", text, start, count),
      lowerCase: inCase(texts, "lower"),
      upperCase: inCase(texts, "upper"),
      trim: (text) => atom`TRIM(BOTH ' ' FROM ${text})`,
      // One text with the collation is enough.
      concat: (all) =>
        call("CONCAT", ...all.map((text, index) => (index === 0 ? text : beside(text)))),
      substitute: (text, old, replacement) =>
        call("REPLACE", text, beside(old), beside(replacement)),
      repeat: (text, count) => call("REPEAT", text, count),
      regexMatch: (text, { root }) => {
        const source = pcrePattern(root);
        return source === undefined
          ? impossible("PCRE may backtrack too often to find a result", PCRE)
          : sql`${text} REGEXP ${constant(source)}`;
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
}

const MYSQL_STRINGS = "https://dev.mysql.com/doc/refman/8.4/en/string-functions.html";
const MYSQL_NUMBERS = "https://dev.mysql.com/doc/refman/8.4/en/type-conversion.html";
const MYSQL_DATES = "https://dev.mysql.com/doc/refman/8.4/en/date-and-time-functions.html";
const MYSQL_TYPES = "https://dev.mysql.com/doc/refman/8.4/en/data-types.html";
const MYSQL_LISTS = "https://dev.mysql.com/doc/refman/8.4/en/aggregate-functions.html";
const MYSQL_REGEX = "https://dev.mysql.com/doc/refman/8.4/en/regexp.html";

const FEW_DIGITS = constant(String.raw`\A[0-9]{1,15}\z`);
const CASE_BEYOND_ASCII = "MySQL may know other letters beyond ASCII";

/**
 * Derives the dialect of MySQL from MariaDB's. It has never been tested here, so everything that MySQL's documentation
 * does not promise is evaluated in memory.
 */
function onMysql(definition: UntypedDefinition, texts: CollatedTexts): UntypedDefinition {
  const { bind: _, columns, operations, ...others } = definition;
  const { beside } = texts;
  const binary = (text: SqlFragment): SqlFragment => atom`CAST(${text} AS BINARY)`;
  // LOCATE on bytes does not treat different letters as equal, and finds a character's bytes only where the character
  // is.
  const locate = (needle: SqlFragment, text: SqlFragment): SqlFragment =>
    call("LOCATE", binary(beside(needle)), binary(text));
  const contains = (text: SqlFragment, needle: SqlFragment): SqlFragment =>
    sql`${locate(needle, text)} > 0`;
  const ascii = (name: string): DialectDefinition["operations"]["lowerCase"] => ({
    exactly: (text) => call(name, text),
    when: asciiTest,
    except: CASE_BEYOND_ASCII,
    see: MYSQL_STRINGS,
  });
  return {
    ...others,
    name: "mysql",
    title: "MySQL",
    underflow: "raises",
    columns: {
      ...columns,
      number: {
        ...columns.number,
        decimal: impossible("MySQL does not say how it rounds a decimal to float64", MYSQL_NUMBERS),
      },
      list: {
        array: impossible("MySQL has no arrays", MYSQL_TYPES),
        json: impossible(
          "GROUP_CONCAT cuts off texts that are longer than the session allows",
          MYSQL_LISTS,
        ),
        delimited: delimited(texts, contains),
      },
    },
    operations: {
      ...operations,
      numberText: impossible("MySQL does not say how many digits it writes", MYSQL_NUMBERS),
      parseNumber: {
        exactly: (text) => choose([[sql`${text} REGEXP ${FEW_DIGITS}`, number(text)]]),
        when: (text) => sql`${text} REGEXP ${FEW_DIGITS}`,
        except: "MySQL does not say that it reads a number to the nearest float64",
        see: MYSQL_NUMBERS,
      },
      contains,
      notContains: (text, needle) => sql`${locate(needle, text)} = 0`,
      find: impossible(
        "MySQL does not say that it looks for a text in its exact letters",
        MYSQL_STRINGS,
      ),
      lowerCase: ascii("LOWER"),
      upperCase: ascii("UPPER"),
      regexMatch: () => impossible("ICU may give up, and MySQL then raises an error", MYSQL_REGEX),
      monthsBetween: impossible("MySQL does not say what a whole month is", MYSQL_DATES),
    },
  };
}

/** The options of `createMariadb`. */
export interface MariadbOptions {
  /** `mysql` is MySQL 8.0.17 or later. */
  readonly product?: "mariadb" | "mysql";
  /**
   * Allows text columns in other character sets than utf8mb4, such as latin1 or the old utf8. Each is converted, so no
   * index on a text can be used. Without this option, a formula with a character that such a column cannot hold makes
   * the database raise an error.
   */
  readonly anyCharacterSet?: boolean;
}

/**
 * MariaDB 10.6 or later. Text columns may have any collation, since every text is given one. The connection must use
 * utf8mb4, which is the default of drivers. The SQL modes `ORACLE` and `EMPTY_STRING_IS_NULL` must be off, since they
 * turn the empty text into NULL. Other SQL modes and the session's time zone make no difference. All texts are
 * parameters, so backslash escapes make no difference either.
 */
export function createMariadb(options: MariadbOptions = {}): Dialect {
  requireOptions(options, "createMariadb", { product: "text", anyCharacterSet: "boolean" });
  const { product = "mariadb", anyCharacterSet = false } = options;
  const isMysql = product === "mysql";
  const collation = isMysql ? atom`utf8mb4_0900_bin` : atom`utf8mb4_nopad_bin`;
  const texts = new CollatedTexts(collation, anyCharacterSet);
  const definition = definitionWith(texts);
  const types = mariadbTypes(
    {
      plain: texts.read,
      exactly: texts.exactly,
      delimited: definition.columns.list.delimited,
    },
    instants,
    isMysql,
  );
  return Dialect.of({ ...(isMysql ? onMysql(definition, texts) : definition), types });
}

/** The dialect of MariaDB, with its default options. */
export const mariadb: Dialect = createMariadb();

/** The dialect of MySQL, with its default options. */
export const mysql: Dialect = createMariadb({ product: "mysql" });
