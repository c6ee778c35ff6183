import { describe, expect, it } from "vitest";
import { isImpossible } from "../../../src/backends/sql/dialect-definition.ts";
import { createMariadb, mariadb, mysql } from "../../../src/backends/sql/dialects/mariadb.ts";
import { lettersOf, UNSETTLED } from "../../../src/backends/sql/dialects/mariadb-letters.ts";
import { pcrePattern } from "../../../src/backends/sql/dialects/mariadb-pattern.ts";
import { explainSql } from "../../../src/backends/sql/explain-sql.ts";
import { atom, parameter, type SqlFragment } from "../../../src/backends/sql/sql-fragment.ts";
import type { ColumnMapping } from "../../../src/backends/sql/table-mapping.ts";
import { compileOrThrow, defineSchema } from "../../../src/index.ts";
import type { FieldDeclaration } from "../../../src/language/schema/index.ts";
import { addMonths, monthsBetween } from "../../../src/language/values/date/index.ts";
import { numberText, parseNumberText } from "../../../src/language/values/number/index.ts";
import { parseRegex, type Regex, regexTest } from "../../../src/language/values/regex/index.ts";
import { lowerText, upperText } from "../../../src/language/values/text/index.ts";
import { describeEngine } from "../../engines/describe-engine.ts";
import { type Engine, type EngineValue, openEngine, type Storage } from "../../engines/engine.ts";
import { randomBytes } from "../../generate/random.ts";
import { Tape } from "../../generate/tape.ts";
import { type ExactCase, expectExact } from "./expect-exact.ts";
import { expectNone } from "./expect-none.ts";
import { applied, COLUMN, fill, read as readOf } from "./primitives.ts";

const { operations, columns, literal } = mariadb.definition;

type Fields = Readonly<Record<string, FieldDeclaration>>;

const expectMariadb = (engine: Engine, asked: ExactCase): Promise<void> =>
  expectExact(engine, mariadb, asked);

const read = (engine: Engine, value: SqlFragment): Promise<readonly unknown[]> =>
  readOf(engine, mariadb, value);

const TEXT = columns.text.text.read(COLUMN);
const NUMBER = columns.number.double.read(COLUMN);
/** Too long to be repeated. */
const LONG_TEXT = atom`CASE WHEN ${TEXT} = 'what no row holds' THEN 'something else altogether' ELSE ${TEXT} END`;
const LONG_NUMBER = atom`CASE WHEN ${NUMBER} = 1234567 THEN ${NUMBER} + ${NUMBER} ELSE ${NUMBER} END`;

/** Compares the value of an SQL expression for each input with the expected one. */
async function expectEach<T extends EngineValue>(
  engine: Engine,
  storage: Storage,
  values: readonly T[],
  expected: (value: T) => unknown,
  ...forms: readonly SqlFragment[]
): Promise<void> {
  await fill(engine, storage, values);
  for (const form of forms) {
    const cells = await read(engine, form);
    expectNone(
      values.flatMap((value, index) => {
        const cell = cells[index];
        const wanted = expected(value);
        const isSame = typeof cell === "number" ? cell + 0 === wanted : cell === wanted;
        return isSame ? [] : [`${JSON.stringify(value).slice(0, 200)}: ${cell}, not ${wanted}`];
      }),
    );
  }
}

const HARD_TEXTS = [
  null,
  "",
  "a",
  "A",
  "a ",
  " a",
  "  ",
  "ab",
  "aB",
  "á",
  "a\u0301",
  "abcabc",
  "%",
  "_",
  "a%b",
  "a_b",
  "|",
  "a|b",
  "\\",
  "\\n",
  "a\\",
  "'",
  '"',
  "`",
  "\n",
  "a\n",
  "\t",
  "ß",
  "ss",
  "ſ",
  "s",
  "İ",
  "ı",
  "K",
  "k",
  "Σς",
  "ﬁ",
  "ǆ",
  "ch",
  "Ა",
  "😀",
  "😀a",
  "😀😀",
  "\ue000",
  "\uffff",
  "\u{10000}",
  "\u{10ffff}",
  "12",
  "1e400",
  "?",
  ":a",
] as const;

const TEXT_FIELDS: Fields = { t: "text", u: "text" };

const textRows = HARD_TEXTS.flatMap((t, index) =>
  [0, 1, 7, 20].map((step) => ({
    t,
    u: HARD_TEXTS[(index + step) % HARD_TEXTS.length],
  })),
);

const TEXT_FORMULAS = [
  '{t} = "a"',
  '{t} != "a"',
  '{t} = ""',
  '{t} = "\\\\"',
  '{t} = "😀"',
  'OR({t} = "a", {t} = "ß", {t} = "k")',
  'NOT(OR({t} = "a ", {t} = "ss", {t} = "😀"))',
  "{t} = {u}",
  "{t} != {u}",
  "{t} < {u}",
  "{t} <= {u}",
  '{t} < "a "',
  '"\uffff" < {t}',
  "LEN({t})",
  "FIND({u}, {t})",
  'FIND("a", {t})',
  'FIND("", {t}, 2)',
  "FIND({u}, {t}, 2)",
  'FIND({u}, {t} & "a", LEN({t}) + 1)',
  "SEARCH({u}, {t})",
  "CONTAINS({t}, {u})",
  'CONTAINS({t}, "%")',
  'CONTAINS({t}, "_")',
  "STARTS_WITH({t}, {u})",
  'STARTS_WITH({t}, "a")',
  'STARTS_WITH({t}, "a%")',
  'STARTS_WITH({t}, "a|")',
  'STARTS_WITH({t}, "c")',
  'STARTS_WITH({t}, "\\\\")',
  'NOT(STARTS_WITH({t}, "S"))',
  "ENDS_WITH({t}, {u})",
  'ENDS_WITH({t}, " ")',
  "MID({t}, 2, 1)",
  "LEFT({t}, 1) & RIGHT({u}, 1)",
  "LOWER({t})",
  "UPPER({t} & {u})",
  'LOWER({t}) = "k"',
  "TRIM({t})",
  "{t} & {u}",
  'SUBSTITUTE({t}, "a", {u})',
  "SUBSTITUTE({t}, {u}, 'xy')",
  "REPT({t}, 3)",
  "EXACT({t}, {u})",
  'IF({t} = "a", "b", "B") = IF({u} = "a", "B", "b")',
  'IF({t} = "a", {u}, "b")',
  "VALUE({t})",
  'REGEX_MATCH({t}, "^a")',
  'REGEX_MATCH({t}, "a$")',
  'REGEX_MATCH({t}, "(?i)[s-t]")',
  "ISERROR(VALUE({t}))",
];

/** Columns of other collations. */
async function collate(engine: Engine, ...collations: readonly string[]): Promise<void> {
  for (const [index, collation] of collations.entries()) {
    const column = ["t", "u"][index];
    await engine.execute(
      `ALTER TABLE exact MODIFY \`${column}\` VARCHAR(100) CHARACTER SET utf8mb4 COLLATE ${collation}`,
    );
    await engine.execute(`CREATE INDEX \`by ${column}\` ON exact (\`${column}\`)`);
  }
}

const MANY_NUMBERS = (() => {
  const tape = new Tape(randomBytes(7, 60_000));
  const numbers = [0, 5e-324, 1e-7, 9.5e-7, 1e-6, 1e15, 1e21, 999_999_999_999_999_900_000, 2 ** 53];
  const view = new DataView(new ArrayBuffer(8));
  while (numbers.length < 3000) {
    for (let byte = 0; byte < 8; byte++) view.setUint8(byte, tape.below(256));
    const any = view.getFloat64(0);
    if (Number.isFinite(any)) numbers.push(any);
    const digits = tape.below(17) + 1;
    const magnitude = tape.below(45) - 20;
    numbers.push(Number((Math.abs(any % 10) * 10 ** magnitude).toPrecision(digits)) || 0);
  }
  return numbers.flatMap((value) => [value, -value + 0]);
})();

const INFINITE = 2n ** 1024n - 2n ** 970n;
const TIE = 5n ** 1075n;

const NUMBER_TEXTS = [
  "1",
  " 1 ",
  "+1.5",
  "-.5",
  "5.",
  "1e5",
  "1E+5",
  "1e-5",
  "-0",
  "0e999999999999",
  "1e00000000000000000000000000000005",
  "1e308",
  "1e309",
  "-1e309",
  "1.7976931348623157e308",
  "1.7976931348623158e308",
  "1.7976931348623159e308",
  `${INFINITE}`,
  `${INFINITE - 1n}`,
  `${INFINITE - 1n}.${"9".repeat(1000)}`,
  `${INFINITE}${"0".repeat(300)}e-300`,
  `0.${"0".repeat(400)}1e401`,
  `1${"0".repeat(400)}e-400`,
  "9007199254740993",
  `9007199254740993.${"0".repeat(30)}1`,
  `9007199254740993.${"0".repeat(1200)}1`,
  `9007199254740993.${"0".repeat(1200)}`,
  "1e-400",
  "4.9406564584124654e-324",
  "2.4703282292062328e-324",
  ...[TIE, 3n * TIE, 5n * TIE].flatMap((tie) => [
    `${tie}e-1075`,
    `${tie - 1n}e-1075`,
    `${tie}1e-1076`,
  ]),
  "",
  " ",
  "1 2",
  "1\n",
  "\n1",
  "--1",
  "1e",
  "e5",
  ".",
  "0x10",
  "1_000",
  "Infinity",
  "NaN",
  "٣",
  "1,5",
];

const DATES = [
  null,
  "1900-01-01T00:00:00.000Z",
  "1900-02-28T23:59:59.999Z",
  "1969-12-31T23:59:59.999Z",
  "1970-01-01T00:00:00.000Z",
  "1999-12-31T00:00:00.001Z",
  "2000-02-29T12:00:00.000Z",
  "2020-12-31T23:59:59.999Z",
  "2021-01-03T00:00:00.000Z",
  "2023-01-31T11:59:59.999Z",
  "2024-01-31T12:00:00.000Z",
  "2024-02-29T23:59:59.999Z",
  "2024-03-31T01:30:00.000Z",
  "2024-10-27T01:30:00.000Z",
  "2038-01-19T03:14:08.000Z",
  "2100-03-01T00:00:00.000Z",
  "2298-12-31T23:59:59.999Z",
];

const DATE_FIELDS: Fields = { d: "date", e: "date", n: "number" };

const dateRows = DATES.flatMap((d, index) =>
  DATES.filter((_, other) => (other + index) % 3 === 0).map((e, other) => ({
    d,
    e,
    n: [null, 0, 1, -1, 12, 13.7, -0.5, 1e9][(index + other) % 8] ?? null,
  })),
);

const DATE_FORMULAS = [
  ...["YEAR", "MONTH", "DAY", "HOUR", "MINUTE", "SECOND", "WEEKDAY", "WEEKNUM"].map(
    (part) => `${part}({d})`,
  ),
  '{d} & ""',
  "{d} = {e}",
  "{d} < {e}",
  "{d} = BLANK()",
  "YEAR({d}) = 2024",
  "IS_AFTER({d}, {e})",
  ...["milliseconds", "seconds", "minutes", "hours", "days", "weeks", "months", "years"].map(
    (unit) => `DATETIME_DIFF({d}, {e}, "${unit}")`,
  ),
  ...["milliseconds", "seconds", "days", "months", "years"].map(
    (unit) => `DATEADD({d}, {n}, "${unit}")`,
  ),
  ...["second", "minute", "hour", "day", "month", "quarter", "year"].map(
    (unit) => `IS_SAME({d}, {e}, "${unit}")`,
  ),
  "{d} - {e}",
  "{d} + {n}",
];

const LISTS = [
  null,
  [],
  ["a"],
  ["A"],
  ["a "],
  ["a", "b"],
  ["b", "a", "a"],
  [" ", "a"],
  ["á", "😀"],
  ["%", "_"],
  ['"', "\\", "x"],
  ["\\1", "'"],
];

const LIST_FIELDS: Fields = { l: "list", t: "text" };

const listRows = LISTS.flatMap((l) =>
  ["", "a", "A", "á", "😀", '"', "\\", "%", null].map((t) => ({ l, t })),
);

const LIST_FORMULAS = [
  "HAS({l}, {t})",
  "NOT(HAS({l}, {t}))",
  'HAS({l}, "a")',
  "HAS({l}, {t} & VALUE({t}))",
  "{l} = BLANK()",
  'ARRAYJOIN({l}, "")',
  'ARRAYJOIN({l}, ", ")',
  'ARRAYJOIN({l}, "\\"\\\\1\n")',
  '{l} & "x"',
];

/** Session settings that affect the SQL of other programs. */
const SESSIONS: readonly (readonly [title: string, settings: string])[] = [
  ["no mode", "sql_mode = ''"],
  ["ANSI", "sql_mode = 'ANSI,HIGH_NOT_PRECEDENCE'"],
  ["TRADITIONAL", "sql_mode = 'TRADITIONAL,NO_UNSIGNED_SUBTRACTION'"],
  ["no escapes", "sql_mode = 'STRICT_ALL_TABLES,NO_BACKSLASH_ESCAPES,TIME_ROUND_FRACTIONAL'"],
  [
    "other defaults",
    "time_zone = '+09:00', default_regex_flags = 'DOTALL,EXTENDED,MULTILINE,UNGREEDY', collation_connection = utf8mb4_turkish_ci, group_concat_max_len = 4, div_precision_increment = 0, lc_time_names = 'de_DE', default_week_format = 1",
  ],
];

const SESSION_FIELDS: Fields = { t: "text", u: "text", n: "number", d: "date", l: "list" };

const sessionRows = textRows
  .filter((_, index) => index % 4 === 1)
  .map((row, index) => ({
    ...row,
    n: [null, 0, 1.5, -7, 1e-7, 1e21, 1e300][index % 7] ?? null,
    d: DATES[index % DATES.length],
    l: LISTS[index % LISTS.length],
  }));

const SESSION_FORMULAS = [
  ...TEXT_FORMULAS,
  ...DATE_FORMULAS.map((formula) => formula.replaceAll("{e}", "TODAY()")),
  ...LIST_FORMULAS,
  '{n} & ""',
  "{n} * {n} / 3",
  "ROUND({n} / 3, 2)",
  "1 / {n}",
];

const PATTERNS = [
  "a",
  "",
  "^$",
  "^a.*b$",
  "a.*b",
  "a.*b.*c",
  "\\ba\\b",
  "\\Ba",
  "[^a]",
  "[^\\n]",
  "(?s).",
  "(?i)ſ",
  "[é😀]",
  "\\s+$",
  "^\\s*\\S",
  "(a|ab)(c|bcd)?$",
  "(?:ab)*c",
  "^(?:a|b)+$",
  "a{2,3}b",
  "^[^@]+@[^@]+\\.[a-z]+$",
  "[\\w.]+@[\\w.]+\\.[a-z]{2,}",
  "^\\d+(,\\d+)*$",
  "x[0-9]*$|^y",
  "\\x{1F600}{2}",
  "(a|b)",
  "(a.)c",
  "a[^\\s\\S]|é",
  "a.*[bc]\\b.*(?:ab|(c)d){2}(b).*d",
];

/** Patterns that may take a backtracking engine very long. */
const HARD_PATTERNS = [
  "^(a+)+$",
  "(x+x+)+y",
  "(.*?,){11}P",
  "(a|aa)+bb*c",
  "a.*b|c.*d",
  "a.*b[^c]*d.*e",
  "a.*(?:b|cd).*e",
  "a.*(?:b|c){1,2}.*e",
  "\\b.*a.*b",
];

const SUBJECTS = [
  "",
  "a",
  "ab",
  "acb",
  "a\nb",
  "abc",
  "ababc",
  "aab",
  "aaaab",
  "ab abcdbxd",
  "abc abcdb.d",
  "b a c",
  "xaa",
  "\n",
  " ",
  "S",
  "ſ",
  "é",
  "😀😀",
  "y",
  "1,22,3",
  "1,",
  "me@example.org",
  "a.b@c.d.ef!",
  "@a.b",
];

function regexOf(pattern: string): Regex {
  const result = parseRegex(pattern);
  if (!result.ok) throw new Error(result.problem.kind);
  return result.regex;
}

describeEngine(
  "mariadb",
  () => openEngine("mariadb"),
  (engine) => {
    it("compares texts and changes their case by code points", async () => {
      await expectMariadb(engine(), {
        fields: TEXT_FIELDS,
        rows: textRows,
        formulas: TEXT_FORMULAS,
      });
    });

    it.each([
      ["utf8mb4_bin", "utf8mb4_general_ci"],
      ["utf8mb4_unicode_ci", "utf8mb4_czech_ci"],
      ["utf8mb4_nopad_bin", "utf8mb4_unicode_520_nopad_ci"],
    ])("does so in columns of %s and %s", async (...collations) => {
      await expectMariadb(engine(), {
        fields: TEXT_FIELDS,
        rows: textRows,
        formulas: TEXT_FORMULAS,
        prepare: () => collate(engine(), ...collations),
      });
    });

    it("does so in columns of other character sets, if the mapping names them", async () => {
      const isHeld = (text: string | null | undefined): boolean => !/[^ -~\n\t]/.test(text ?? "");
      await expectExact(engine(), createMariadb({ anyCharacterSet: true }), {
        fields: TEXT_FIELDS,
        rows: textRows.filter(({ t, u }) => isHeld(t) && isHeld(u)),
        formulas: TEXT_FORMULAS,
        prepare: async () => {
          await engine().execute("ALTER TABLE exact MODIFY t VARCHAR(100) CHARACTER SET latin1");
          await engine().execute("ALTER TABLE exact MODIFY u VARCHAR(100) CHARACTER SET utf8mb3");
        },
      });
    });

    it("reads records one by one if they differ in case only", async () => {
      // MariaDB caches the results of subqueries for rows with equal values.
      const rows = Array.from({ length: 300 }, (_, index) => {
        const t = ["a", "A", "a ", "á", "A "][index % 5] ?? "";
        return { t, l: [t] };
      });
      await expectMariadb(engine(), {
        fields: LIST_FIELDS,
        rows,
        formulas: [
          "HAS({l}, {t})",
          'LOWER({t} & "long enough that it gets a name")',
          'ARRAYJOIN({l}, "")',
        ],
        prepare: () => engine().execute("ALTER TABLE exact MODIFY t VARCHAR(50)"),
      });
    });

    it("writes numbers as JavaScript does", async () => {
      await expectEach(
        engine(),
        "double",
        MANY_NUMBERS,
        (value) => numberText(value + 0),
        applied(operations.numberText, NUMBER),
        applied(operations.numberText, LONG_NUMBER),
        applied(operations.numberText, atom`${NUMBER} * -1 * -1`),
      );
    });

    it("reads numbers as JavaScript does", async () => {
      await expectEach(
        engine(),
        "text",
        NUMBER_TEXTS,
        (text) => parseNumberText(text) ?? null,
        applied(operations.parseNumber, TEXT),
        applied(operations.parseNumber, LONG_TEXT),
      );
    });

    it("names values without changing them", async () => {
      const { bind } = mariadb.definition;
      if (bind === undefined) throw new Error("there are names");
      await expectEach(
        engine(),
        "double",
        MANY_NUMBERS,
        (value) => value + 0,
        bind("v1", [NUMBER], ([value = NUMBER]) => value, ["number"]),
      );
    });

    it("has the case of every letter", async () => {
      const settled: string[] = [];
      const others: string[] = [];
      const isUnsettled = new RegExp(UNSETTLED.replaceAll("\\x{", "\\u{"), "u");
      for (let code = 1; code <= 0x1ffff; code++) {
        const character = String.fromCodePoint(code);
        if (code >= 0xd800 && code <= 0xdfff) continue;
        if (!isUnsettled.test(character)) settled.push(character);
        else if (lowerText(character) !== upperText(character) || code % 40 === 0)
          others.push(character);
      }
      const texts = [...chunks(settled, 5000), ...chunks(others, 200), "ǅ and more", ""];
      for (const [op, map] of [
        ["lowerCase", lowerText],
        ["upperCase", upperText],
      ] as const) {
        const [short, long] = [TEXT, LONG_TEXT].map((text) => applied(operations[op], text));
        if (short === undefined || long === undefined) throw new Error("there are two");
        await expectEach(engine(), "text", texts, map, short);
        await expectEach(engine(), "text", texts.slice(-6), map, long);
      }
    });

    it.each([
      ["timestamp", {}],
      ["timestamp", { inRange: true }],
      ["epochMilliseconds", {}],
    ] as const)("computes with dates stored as %s, %o", async (storage, mapping) => {
      const column: ColumnMapping = { storage, ...mapping };
      await expectMariadb(engine(), {
        fields: DATE_FIELDS,
        rows: dateRows,
        formulas: DATE_FORMULAS,
        columns: { d: column, e: column },
      });
    });

    it("adds and counts months like the reference", async () => {
      const dates = DATES.flatMap((date) => (date === null ? [] : [Date.parse(date)]));
      const epoch = literal.date(0);
      const instant = columns.date.epochMilliseconds.read(COLUMN);
      const inMilliseconds = (date: SqlFragment): SqlFragment =>
        applied(operations.millisecondsBetween, date, epoch);
      for (const months of [0, 1, -1, 11, 12, 13, -25, 1200, -1200]) {
        const moved = applied(
          operations.addMonths,
          instant,
          literal.integer(parameter(months, "integer")),
        );
        await fill(engine(), "integer", dates);
        const cells = await read(engine(), inMilliseconds(moved));
        for (const [index, date] of dates.entries()) {
          const expected = addMonths(date, months);
          if (expected !== undefined) expect(cells[index]).toBe(expected);
        }
      }
      for (const other of dates) {
        await expectEach(
          engine(),
          "integer",
          dates,
          (date) => monthsBetween(date, other),
          applied(operations.monthsBetween, instant, literal.date(other)),
        );
      }
    });

    it("truncates microseconds to milliseconds", async () => {
      await fill(engine(), "timestamp", ["2024-02-29T23:59:59.999Z", "1900-01-01T00:00:00.000Z"]);
      await engine().execute("ALTER TABLE filled MODIFY x DATETIME(6)");
      await engine().execute("UPDATE filled SET x = x + INTERVAL 999 MICROSECOND");
      const { timestamp } = columns.date;
      if (isImpossible(timestamp)) throw new Error("there is such a type");
      expect(await read(engine(), applied(operations.dateText, timestamp.read(COLUMN)))).toEqual([
        "2024-02-29T23:59:59.999Z",
        "1900-01-01T00:00:00.000Z",
      ]);
    });

    it.each([
      ["json", {}],
      ["delimited", { delimiter: "," }],
      ["delimited", { delimiter: "::" }],
      ["json", { notNull: true }],
    ] as const)("reads lists stored as %s, %o", async (storage, mapping) => {
      await expectMariadb(engine(), {
        fields: LIST_FIELDS,
        rows: listRows.filter(({ l }) => l !== null || !("notNull" in mapping)),
        formulas: LIST_FORMULAS,
        columns: { l: { storage, ...mapping } },
      });
    });

    it("reads JSON in any spelling", async () => {
      const written = [
        '["a", "b"]',
        ' [ "a" , "b" ] ',
        '["\\u0061","\\u0062"]',
        '["\\u00e9\\ud83d\\ude00"]',
        '["\\"\\\\\\/\\b\\f\\n\\r\\t"]',
        '["\\\\","\\\\\\\\"]',
        '["","",""]',
        '[",","\\",\\"","],["]',
        "[]",
        "[ ]",
      ];
      await fill(engine(), "json", written);
      const { json } = columns.list;
      if (isImpossible(json) || isImpossible(json.join)) throw new Error("there are such lists");
      const lists: readonly (readonly string[])[] = written.map((text) => JSON.parse(text));
      const joined = json.join(COLUMN, literal.text(parameter(", ", "text")));
      expect(await read(engine(), joined)).toEqual(lists.map((list) => list.join(", ")));
      expect(await read(engine(), json.length(COLUMN))).toEqual(lists.map((list) => list.length));
      for (const element of new Set(lists.flat())) {
        const has = json.has(COLUMN, literal.text(parameter(element, "text")));
        expect(await read(engine(), has)).toEqual(
          lists.map((list) => Number(list.includes(element))),
        );
      }
    });

    it("raises no error for invalid JSON", async () => {
      await fill(engine(), "json", ["", "no JSON", '["a"', "{}"]);
      const { json } = columns.list;
      if (isImpossible(json) || isImpossible(json.join)) throw new Error("there are such lists");
      const text = literal.text(parameter("a", "text"));
      for (const value of [json.length(COLUMN), json.has(COLUMN, text), json.join(COLUMN, text)]) {
        await read(engine(), value);
      }
    });

    it("reads numbers and booleans of every storage", async () => {
      const numbers = [null, 0, 1, -1, 2, 0.5, -2.5, 1e15, 123.456, 2 ** 53];
      const rows = numbers.flatMap((n) => [true, false, null].map((b) => ({ n, m: n, b })));
      const whole = rows.filter(({ n }) => n === null || Number.isInteger(n));
      const formulas = [
        "{n} = 1",
        "{n} != 0.5",
        "{n} < 0.5",
        "{n} >= -1",
        "OR({n} = 1, {n} = 2)",
        "{n} & {b}",
        "{n} / {m}",
        "{n} * {m} + 1",
        "{b}",
        "NOT({b})",
        "IF({b}, {n}, {m} / 2)",
        "MOD({n}, 3)",
        "ABS({n}) * ROUND({m}, 1)",
      ];
      const fields: Fields = { n: "number", m: "number", b: "boolean" };
      const boolean: ColumnMapping = { storage: "integer" };
      await expectMariadb(engine(), {
        fields,
        rows: whole,
        formulas,
        columns: { n: { storage: "integer" }, m: { storage: "decimal" }, b: boolean },
      });
      await expectMariadb(engine(), {
        fields,
        rows: rows.filter(({ n, b }) => n !== null && n < 1e10 && b !== null),
        formulas,
        columns: {
          n: { storage: "decimal", notNull: true },
          m: { notNull: true, range: [-1000, 1e10] },
          b: { notNull: true },
        },
      });
    });

    it.each(SESSIONS)("answers the same in a session with %s", async (title, settings) => {
      // A statement that was prepared before would retain the earlier settings; other names make other statements.
      const names = Object.keys(SESSION_FIELDS).map(
        (field) => [field, { column: `${field} with ${title}` }] as const,
      );
      await engine().execute(`SET ${settings.replace("sql_mode", "SESSION sql_mode")}`);
      try {
        await expectMariadb(engine(), {
          fields: SESSION_FIELDS,
          rows: sessionRows,
          formulas: SESSION_FORMULAS,
          columns: Object.fromEntries(names),
        });
      } finally {
        await engine().execute(
          "SET sql_mode = DEFAULT, time_zone = DEFAULT, default_regex_flags = DEFAULT, group_concat_max_len = DEFAULT, div_precision_increment = DEFAULT, lc_time_names = DEFAULT, default_week_format = DEFAULT",
        );
        await engine().execute("SET NAMES utf8mb4");
      }
    });

    it("raises no error in statements that change records", async () => {
      const schema = defineSchema(SESSION_FIELDS);
      await expectMariadb(engine(), {
        fields: SESSION_FIELDS,
        rows: sessionRows,
        formulas: ["{n}"],
      });
      // Warnings of a SELECT become errors in this mode.
      await engine().execute("SET SESSION sql_mode = 'TRADITIONAL'");
      try {
        for (const formula of SESSION_FORMULAS) {
          const condition = compileOrThrow(formula, schema).toSql(mariadb);
          const { params } = condition;
          // A condition that lets other records through must not raise either.
          const where = condition.where ?? condition.prefilter;
          await engine().execute("BEGIN");
          await engine().query(`UPDATE exact SET u = 'changed' WHERE ${where}`, params);
          await engine().query(`DELETE FROM exact WHERE ${where}`, params);
          await engine().execute("ROLLBACK");
        }
      } finally {
        await engine().execute("SET SESSION sql_mode = DEFAULT");
      }
    });

    it.each(PATTERNS)("finds %s as JavaScript does", async (pattern) => {
      const regex = regexOf(pattern);
      const match = operations.regexMatch(TEXT, regex);
      if ("impossible" in match) throw new Error(match.impossible);
      await expectEach(engine(), "text", SUBJECTS, (text) => Number(regexTest(regex, text)), match);
    });

    it("matches patterns against long texts within the time limit", async () => {
      const texts = ["a", "ab", "b", "a ", "1", "1,", "@", "a.", "a@a.", "aé😀", "x\n"].map(
        (text) => text.repeat(20_000 / text.length),
      );
      for (const pattern of PATTERNS) {
        const regex = regexOf(pattern);
        const match = operations.regexMatch(TEXT, regex);
        if ("impossible" in match) throw new Error(match.impossible);
        const expected = (text: string): number => Number(regexTest(regex, text));
        await expectEach(engine(), "text", texts, expected, match);
      }
    });

    it("accepts valid names of columns, and no others", async () => {
      const { quote } = mariadb.definition;
      const names = ["a`b", "a b", "x".repeat(64), "é".repeat(64), "?", "\uffff", "a\u00a0", "\\"];
      for (const column of names) {
        await engine().execute(`CREATE OR REPLACE TABLE named (${quote(column)} INT)`);
        expect(await engine().query(`SELECT ${quote(column)} FROM named`)).toEqual([]);
      }
      for (const column of ["", "a ", "a\n", "x".repeat(65), "😀", "a\0"]) {
        expect(quote(column)).toBeUndefined();
        const create = engine().execute(`CREATE TABLE refused (\`${column}\` INT)`);
        await expect(create).rejects.toThrow();
      }
    });
  },
);

describe("patterns for PCRE", () => {
  it.each(HARD_PATTERNS)("are not written for %s", (pattern) => {
    expect(operations.regexMatch(COLUMN, regexOf(pattern))).toMatchObject({
      impossible: "PCRE may backtrack too often to find a result",
    });
  });

  it("are not written beyond the limits of PCRE", () => {
    expect(pcrePattern(regexOf("[ab]{400}c").root)).toBe("[a-b]{400}c");
    expect(pcrePattern(regexOf("[ab]{600}c").root)).toBeUndefined();
  });

  it.each([
    ["a.*", "a"],
    [".*a", "a"],
    ["^a+$", "\\Aa+\\z"],
    ["a.*b", "(?-U)a(?:[^\\x{a}]*?b|[^\\x{a}]*+(*SKIP)(*FAIL))"],
    ["^a.*b.*c", "(?-U)\\Aa(?:(?>[^\\x{a}]*?b)[^\\x{a}]*?c)"],
    ["é #", "\\x{e9}\\x{20}\\x{23}"],
  ])("%s", (pattern, expected) => {
    expect(pcrePattern(regexOf(pattern).root)).toBe(expected);
  });
});

describe("MySQL", () => {
  const schema = defineSchema({ t: "text", u: "text", n: "number", d: "date", l: "list" });
  const explain = (formula: string) =>
    explainSql(compileOrThrow(formula, schema), mysql, {
      columns: { l: { storage: "delimited" } },
    });

  it("has its own collation", () => {
    const [part] = explain('{t} = "a"');
    expect(part?.where).toBe("(`t` = ? AND (`t` COLLATE utf8mb4_0900_bin) = ?)");
  });

  it.each(["{n} > 5", "{t} < {u}", "CONTAINS({t}, {u})", 'HAS({l}, "a")', "YEAR({d}) = 2024"])(
    "evaluates %s completely",
    (formula) => {
      expect(explain(formula).map(({ runs }) => runs)).toEqual(["database"]);
    },
  );

  it.each([
    'LOWER({t}) = "a"',
    "FIND({u}, {t}) = 2",
    'REGEX_MATCH({t}, "[ab]")',
    '{n} & "" = "1"',
    "VALUE({t}) = 5",
    'DATETIME_DIFF({d}, TODAY(), "months") = 1',
  ])("leaves %s to memory, at least in part", (formula) => {
    expect(explain(formula).every(({ runs }) => runs !== "database")).toBe(true);
  });

  it("needs nothing that only MariaDB has", () => {
    for (const formula of [...TEXT_FORMULAS, '{n} * {n} & "" = "1"', "{n} / {n} > 2"]) {
      for (const { where, prefilter = where ?? "" } of explain(formula)) {
        expect(prefilter).not.toMatch(/nopad|JSON_TABLE/);
      }
    }
  });
});

it("collects the letters once", () => {
  expect(lettersOf("lower")).toBe(lettersOf("lower"));
});

function chunks(characters: readonly string[], size: number): readonly string[] {
  const texts: string[] = [];
  for (let start = 0; start < characters.length; start += size) {
    texts.push(characters.slice(start, start + size).join(""));
  }
  return texts;
}
