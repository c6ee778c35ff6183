import { expect, it } from "vitest";
import { createPostgres, postgres } from "../../../src/backends/sql/dialects/postgres.ts";
import { lettersOf } from "../../../src/backends/sql/dialects/postgres-letters.ts";
import {
  atom,
  name,
  parameter,
  render,
  type SqlFragment,
} from "../../../src/backends/sql/sql-fragment.ts";
import { placeholdersOf } from "../../../src/backends/sql/sql-settings.ts";
import { numberText, parseNumberText } from "../../../src/language/values/number/index.ts";
import { parseRegex, type Regex, regexTest } from "../../../src/language/values/regex/index.ts";
import { lowerText, upperText } from "../../../src/language/values/text/index.ts";
import { describeEngine } from "../../engines/describe-engine.ts";
import { type Engine, openEngine } from "../../engines/engine.ts";
import { randomBytes } from "../../generate/random.ts";
import { Tape } from "../../generate/tape.ts";
import { type ExactCase, expectExact } from "./expect-exact.ts";
import { applied, COLUMN, expectEach as expectEachOf, fill, HARD_DATES } from "./primitives.ts";

const { operations, columns, literal } = postgres.definition;

const expectPostgres = (engine: Engine, asked: ExactCase): Promise<void> =>
  expectExact(engine, postgres, asked);

const expectEach = <T>(
  engine: Engine,
  values: readonly T[],
  found: SqlFragment,
  expected: (value: T) => unknown,
): Promise<void> => expectEachOf(engine, postgres, values, found, expected);

const HARD_TEXTS: readonly (string | null)[] = [
  null,
  "",
  "a",
  "A",
  "ab",
  "abab",
  "é",
  "e\u0301",
  "😀",
  "😀a",
  "a😀b",
  "👨‍👩‍👧",
  "a ",
  " a",
  "   ",
  "a\t",
  "\u00a0a",
  "%",
  "_",
  "a%b_c\\",
  "\\",
  "\\n",
  "'",
  '"',
  "''; --",
  "$1",
  "$&",
  "{}",
  "\n",
  "a\nb",
  "\ud7ff",
  "\ue000",
  "\uffff",
  "\u{10ffff}",
  "x".repeat(65_536),
];

const TEXT_FORMULAS: readonly string[] = [
  "LEN({s})",
  "LEN({s} & {t})",
  "LEFT({s}, 1)",
  "RIGHT({s}, 2)",
  "MID({s}, 2, 3)",
  "MID({s}, 0, {m})",
  "MID({s}, {n}, {m})",
  "LEFT({s}, {n})",
  "FIND({t}, {s})",
  "FIND({t}, {s}, {m})",
  'FIND("", {s}, {m})',
  "FIND({t}, {s}, {n})",
  "SEARCH({t}, {s}, {m})",
  "CONTAINS({s}, {t})",
  'CONTAINS({s}, "%")',
  "NOT(CONTAINS({s}, {t}))",
  "STARTS_WITH({s}, {t})",
  "NOT(STARTS_WITH({s}, {t}))",
  "ENDS_WITH({s}, {t})",
  'ENDS_WITH({s}, "")',
  "TRIM({s})",
  "LOWER({s})",
  "UPPER({s})",
  "LOWER({s}) < UPPER({t})",
  "LOWER({s}) = UPPER({t})",
  'LOWER({s}) & "a" & UPPER({t})',
  'REGEX_MATCH(LOWER({s}), "^a")',
  "SUBSTITUTE({s}, {t}, {s})",
  'SUBSTITUTE({s}, {t}, IF({n} > 1, ERROR(), "b"))',
  'SUBSTITUTE({s}, "a", "$0\\\\1")',
  "REPT({s}, {n})",
  "{s} & {t} & {n}",
  "{s} = {t}",
  "{s} != {t}",
  "{s} < {t}",
  "{s} <= {t}",
  '{s} >= "a"',
  'OR({s} = "a", {s} = "é", {s} = "\\\\")',
  'NOT(OR({s} = "a", {s} = "é"))',
];

/** Numbers whose shortest text is hard to find or to write. */
const HARD_NUMBERS: readonly number[] = [
  0,
  -0,
  1,
  -1,
  0.1,
  -2.5,
  1e-4,
  9.999999999999999e-5,
  1e-5,
  -1.5e-6,
  1e-6,
  1e-6 - 2 ** -72,
  -1e-7,
  1.5e-10,
  1e-100,
  999_999_999_999_999.9,
  1e15,
  2 ** 53,
  2 ** 53 + 2,
  // Halfway between two numbers there are shorter texts, which PostgreSQL does not use.
  2 ** 54 + 8,
  -290_020_011_068_700_000,
  1_040_560_340_053_000_000,
  123_456_789_012_345_680_000,
  999_999_999_999_999_900_000,
  1e21,
  1e23,
  -9e28,
  6.41583e29,
  1.2345678901234567e39,
  1e300,
  5e-324,
  2.2250738585072014e-308,
  1.7976931348623157e308,
];

const NUMBER_TEXTS: readonly string[] = [
  "0",
  "-0",
  "5.",
  ".5",
  "+.5e-3",
  "  12  ",
  "00012",
  "1E+05",
  "1e0000000000000000000005",
  "1e400",
  "-1e400",
  "1e-400",
  "0e99999999999999999999",
  "1e99999999999999999999",
  "1e-99999999999999999999",
  "1.7976931348623158e308",
  "1.7976931348623159e308",
  "2.4703282292062327e-324",
  "2.4703282292062328e-324",
  "9007199254740993",
  `1${"0".repeat(400)}`,
  `1${"0".repeat(400)}e-400`,
  `1${"0".repeat(400)}e-99999`,
  `0.${"0".repeat(400)}1`,
  `0.${"0".repeat(400)}1e401`,
  `0.${"0".repeat(400)}1e99999`,
  "12abc",
  "1_000",
  "0x10",
  "inf",
  "NaN",
  "1e",
  "e5",
  ".",
  "+",
  "--1",
  "1 2",
  "1\n",
  "\t1",
  "١",
  "1,5",
  " ",
];

const DATE_FORMULAS: readonly string[] = [
  "YEAR({d})",
  "YEAR({d}) = 2024",
  "MONTH({d})",
  "DAY({d})",
  "HOUR({d})",
  "SECOND({d})",
  "WEEKDAY({d})",
  "WEEKNUM({d})",
  "DATESTR({d})",
  "TIMESTR({d})",
  '{d} & ""',
  "ISBLANK({d})",
  "{d} = {e}",
  "{d} < {e}",
  "{d} - {e}",
  "{d} + {n}",
  '{d} = "2024-02-29"',
  'IS_SAME({d}, {e}, "month")',
  "IS_AFTER({d}, {e})",
  'DATETIME_DIFF({d}, {e}, "milliseconds")',
  'DATETIME_DIFF({d}, {e}, "months")',
  'DATEADD({d}, {n}, "days")',
  'DATEADD({d}, {n}, "months")',
  'DATEADD({d}, 1e300, "years")',
  'DATEADD({d}, -13, "months")',
  "MONTH(IF({n} > 1, {d}))",
  'DATETIME_DIFF(IF({n} > 1, {d}), {e}, "months")',
];

const LIST_FORMULAS: readonly string[] = [
  'HAS({l}, "a")',
  'NOT(HAS({l}, "a"))',
  'HAS({l}, "")',
  "HAS({l}, {s})",
  "NOT(HAS({l}, {s}))",
  'HAS({l}, IF({s} = "a", ERROR(), {s}))',
  'NOT(HAS({l}, IF({s} = "a", ERROR(), {s})))',
  'ARRAYJOIN({l}, "; ")',
  '{l} & ""',
  "ISBLANK({l})",
];

const LISTS: readonly (readonly string[] | null)[] = [
  null,
  [],
  ["a"],
  ["b", "a", "a"],
  ["a b", 'c"d', "e\\f"],
  ["é", "e\u0301", "😀"],
  ["null", "{}", "[]"],
  ["x", "", "y"],
];

const PATTERNS: readonly string[] = [
  "",
  "a",
  "a%b_c",
  "^a",
  "a$",
  "^$",
  "$a",
  ".",
  "^.$",
  "(?s)^.$",
  "[^a]",
  "[\\s\\S]",
  "[^\\s\\S]",
  "[\\]^\\-\\\\]",
  "\\bab\\b",
  "\\B",
  "\\Bb",
  "(?:\\b)*a",
  "(?:\\b){2,}a",
  "(?i)^É$",
  "(?i)[^a]",
  "[\\x{1F600}-\\x{1F64F}]",
  "(?:a|)b",
  "(?:a?)+b",
  "(?:a|^)+b",
  "ba{0}b",
  "b(?:a{0}){3}b",
  "^a{1}$",
  "(a|b)",
  "a{2,}?",
  "^(?:ab){2}$",
  "x{300}",
  "x{0,300}$",
  "^x{300,700}$",
  "x{400,}$",
  "\\\\",
  "\\$",
  "\\x{10FFFF}",
  "***:a",
  "\\*\\*\\*:a",
];

/** Blocks that contain every cased letter, and some uncased characters. */
const BLOCKS: readonly (readonly [first: number, last: number])[] = [
  [0x1, 0x2fff],
  [0xa640, 0xabff],
  [0xac00, 0xacff],
  [0xf900, 0xffff],
  [0x10400, 0x10dff],
  [0x118a0, 0x118ff],
  [0x16e40, 0x16eff],
  [0x1e900, 0x1e95f],
  [0x1f300, 0x1f6ff],
  [0x2f800, 0x2f8ff],
];

const HOSTILE_SETTINGS: readonly string[] = [
  "SET TIME ZONE 'Asia/Kathmandu'",
  "SET DateStyle = 'SQL, DMY'",
  "SET IntervalStyle = 'sql_standard'",
  "SET standard_conforming_strings = off",
  "SET escape_string_warning = off",
  "SET extra_float_digits = 3",
  "SET lc_numeric = 'C'",
  "SET plan_cache_mode = force_generic_plan",
];

describeEngine(
  "postgres",
  () => openEngine("postgres"),
  (engine) => {
    it("is exact for texts", async () => {
      const needles = ["", "a", "ab", "e", "\u0301", "👨", "%", "\\", " ", "\n", "A", null];
      const numbers = [0, 1, 2, 3, 5, 1e9, 65_536, -1, 2.7, 1e300, null];
      const rows = HARD_TEXTS.flatMap((s, index) =>
        needles.map((t, other) => ({ s, t, n: numbers[(index + other) % 11], m: other - 1 })),
      );
      await expectPostgres(engine(), {
        fields: { s: "text", t: "text", n: "number", m: "number" },
        rows,
        formulas: TEXT_FORMULAS,
      });
    });

    it("is exact for texts in columns of other types", async () => {
      const rows = HARD_TEXTS.filter((s) => s !== "x".repeat(65_536)).map((s) => ({ s, t: "a" }));
      await expectPostgres(engine(), {
        fields: { s: "text", t: "text", n: "number", m: "number" },
        rows,
        formulas: TEXT_FORMULAS,
        prepare: async (one) => {
          await one.execute(
            'ALTER TABLE exact ALTER s TYPE varchar(20), ALTER t TYPE text COLLATE "de-x-icu"',
          );
        },
      });
    });

    it("knows the case of every letter as JavaScript does", async () => {
      const characters = BLOCKS.flatMap(([first, last]) =>
        Array.from({ length: last - first + 1 }, (_, index) => String.fromCodePoint(first + index)),
      );
      // One by one, since letters that differ between versions of Unicode take another code path.
      await fill(engine(), "text", characters);
      await expectEach(engine(), characters, applied(operations.lowerCase, COLUMN), lowerText);
      await expectEach(engine(), characters, applied(operations.upperCase, COLUMN), upperText);
    });

    it("leaves letters beyond ASCII to memory before version 17, and on other servers", async () => {
      const rows = ["a", "AbC", "É", "aÉ", "ß", "İ", "K", "", null].map((s) => ({ s, t: "B" }));
      const formulas = ['LOWER({s}) = "abc"', "UPPER({s}) = {s}", "SEARCH({t}, {s})", "{s} < {t}"];
      for (const dialect of [
        createPostgres({ version: 16 }),
        createPostgres({ distributed: true }),
      ]) {
        const fields = { s: "text", t: "text" } as const;
        await expectExact(engine(), dialect, { fields, rows, formulas, mayLeave: true });
      }
    });

    it("is exact for numbers, and raises no error", async () => {
      const numbers = [...HARD_NUMBERS, null];
      await expectPostgres(engine(), {
        fields: { x: "number", y: "number" },
        rows: numbers.flatMap((x) => numbers.map((y) => ({ x, y }))),
        formulas: [
          '{x} & ""',
          "{x} + {y}",
          "{x} - {y}",
          "{x} * {y}",
          "{x} / {y}",
          "({x} + {y}) / {y} > 1",
          "SQRT({x})",
          "FLOOR({x})",
          "ROUND({x}, 2)",
          "{x} < {y}",
          "{x} = {y}",
          'VALUE({x} & "") = {x}',
        ],
      });
    });

    it("writes numbers as JavaScript does", async () => {
      const numbers = [...HARD_NUMBERS, ...randomNumbers(20_000)];
      await fill(engine(), "double", numbers);
      await expectEach(engine(), numbers, applied(operations.numberText, COLUMN), (value) =>
        numberText(value),
      );
      const whole = numbers.filter((value) => Number.isInteger(value) && Math.abs(value) < 1e15);
      await fill(engine(), "double", whole);
      await expectEach(engine(), whole, applied(operations.wholeNumberText, COLUMN), (value) =>
        numberText(value),
      );
    });

    it("reads numbers as JavaScript does", async () => {
      await fill(engine(), "text", NUMBER_TEXTS);
      await expectEach(engine(), NUMBER_TEXTS, applied(operations.parseNumber, COLUMN), (value) => {
        const read = parseNumberText(value);
        // Databases store -0.
        return read === undefined ? null : value === "-0" ? -0 : read;
      });
    });

    it("is exact for dates", async () => {
      const dates = [...HARD_DATES, null];
      const numbers = [0, 1, -1, 0.5, 1e300, -700, 4_799.9, 1e-9, null];
      await expectPostgres(engine(), {
        fields: { d: "date", e: "date", n: "number" },
        rows: dates.flatMap((d, index) =>
          dates.map((e, other) => ({ d, e, n: numbers[(index + 2 * other) % 9] })),
        ),
        formulas: DATE_FORMULAS,
      });
    });

    it("reads timestamps with and without a zone, truncated to milliseconds", async () => {
      const dates = [...HARD_DATES, null];
      const rows = dates.map((d, index) => ({
        d,
        e: dates[(index * 7) % dates.length],
        n: index - 5,
      }));
      const fields = { d: "date", e: "date", n: "number" } as const;
      for (const microseconds of [1, 499, 500, 999]) {
        await expectPostgres(engine(), {
          fields,
          rows,
          formulas: DATE_FORMULAS,
          prepare: async (one) => {
            const later = `interval '${microseconds} microseconds'`;
            await one.execute(
              "ALTER TABLE exact ALTER e TYPE timestamp USING e AT TIME ZONE 'UTC'",
            );
            await one.execute(`UPDATE exact SET d = d + ${later}, e = e + ${later}`);
          },
        });
      }
    });

    it("reads instants out of range as blanks", async () => {
      const rows = HARD_DATES.slice(0, 8).map((e) => ({ d: null, e, n: 1 }));
      const moments = [
        "'infinity'",
        "'-infinity'",
        "'1899-12-31 23:59:59.999999Z'",
        "'2299-01-01 00:00:00Z'",
        "'0044-03-15 12:00:00Z BC'",
        "'294276-12-31 23:59:59Z'",
        "'4713-01-01 00:00:00Z BC'",
        "NULL",
      ];
      const chosen = moments.map((moment, index) => `WHEN ${index} THEN ${moment}`).join(" ");
      await expectPostgres(engine(), {
        fields: { d: "date", e: "date", n: "number" },
        rows,
        formulas: DATE_FORMULAS,
        prepare: (one) =>
          one.execute(`UPDATE exact SET d = (CASE "row number" ${chosen} END)::timestamptz`),
      });
    });

    it("does not depend on the session's settings", async () => {
      const dates = [...HARD_DATES, null];
      try {
        await expectPostgres(engine(), {
          fields: { d: "date", e: "date", n: "number", s: "text" },
          rows: dates.map((d, index) => ({
            d,
            e: HARD_DATES[(index * 5) % HARD_DATES.length],
            n: HARD_NUMBERS[index],
            s: [...NUMBER_TEXTS, ...HARD_TEXTS][index * 4],
          })),
          formulas: [
            ...DATE_FORMULAS,
            '{n} & ""',
            "VALUE({s})",
            "UPPER({s})",
            ...PATTERNS.filter((pattern) => parseRegex(pattern).ok).map(
              (pattern) => `REGEX_MATCH({s}, "${pattern.replaceAll("\\", "\\\\")}")`,
            ),
          ],
          prepare: async (one) => {
            for (const setting of HOSTILE_SETTINGS) await one.execute(setting);
          },
        });
      } finally {
        await engine().execute("RESET ALL");
      }
    });

    it("is exact for each kind of column", async () => {
      const rows = LISTS.flatMap((l, index) =>
        ["a", "", "x", null].map((s, other) => ({
          s,
          l,
          i: [0, 1, -7, 2 ** 53, -(2 ** 53), null][(index + other) % 6],
          c: [0, 0.1, -12.5, 1e14, 123_456_789.5, null][(index + other) % 6],
          b: [true, false, null][(index + other) % 3],
          d: [HARD_DATES[index * 2], null][other % 2],
        })),
      );
      const formulas = [
        ...LIST_FORMULAS,
        "{i} = 1",
        "{i} < 0.5",
        "{i} >= -7",
        "OR({i} = 1, {i} = 0.5)",
        "{i} / 2",
        '{i} & ""',
        "{c} = 0.1",
        "{c} * 3 > 0.3",
        '{c} & ""',
        "{b}",
        "NOT({b})",
        "{b} = {i}",
        "{b} & {i}",
        "YEAR({d})",
        "{d} & {b}",
      ];
      const fields = {
        s: "text",
        l: "list",
        i: "number",
        c: "number",
        b: "boolean",
        d: "date",
      } as const;
      const kinds = [
        { l: { storage: "array" }, b: { storage: "boolean" }, d: { storage: "timestamp" } },
        { l: { storage: "json" }, b: { storage: "integer" }, d: { storage: "epochMilliseconds" } },
        { l: { storage: "delimited", delimiter: "|" }, b: { storage: "boolean" } },
      ] as const;
      for (const kind of kinds) {
        const columns = { ...kind, i: { storage: "integer" }, c: { storage: "decimal" } } as const;
        await expectPostgres(engine(), { fields, rows, formulas, columns });
      }
      for (const type of ["json", "jsonb"]) {
        await expectPostgres(engine(), {
          fields: { s: "text", l: "list" },
          rows,
          formulas: LIST_FORMULAS,
          columns: { l: { storage: "json" } },
          prepare: (one) => one.execute(`ALTER TABLE exact ALTER l TYPE ${type} USING l::${type}`),
        });
      }
      await expectPostgres(engine(), {
        fields: { c: "number", s: "text", i: "number" },
        rows: rows.map(({ i }) => ({ c: i === null ? null : Number(i) % 100, i: 3, s: null })),
        formulas: ["{c} = 1", "{c} < {i}", '{c} & ""', "{c} / {i}"],
        columns: { i: { storage: "integer", notNull: true } },
        prepare: (one) => one.execute("ALTER TABLE exact ALTER c TYPE float4, ALTER i TYPE int2"),
      });
    });

    it("finds elements by an index of the list", async () => {
      const one = engine();
      await one.execute("DROP TABLE IF EXISTS listed");
      await one.execute(
        "CREATE TABLE listed AS SELECT ARRAY[i::text, 'x'] AS l, to_jsonb(ARRAY[i::text, 'x']) AS j FROM generate_series(1, 3000) AS i",
      );
      await one.execute("CREATE INDEX ON listed USING gin (l)");
      await one.execute("CREATE INDEX ON listed USING gin (j)");
      await one.execute("ANALYZE listed");
      const needle = literal.text(parameter("77", "text"));
      for (const [kind, column] of [
        ["array", "l"],
        ["json", "j"],
      ] as const) {
        const list = columns.list[kind];
        if ("impossible" in list) throw new Error(list.impossible);
        const { text, params } = render(
          atom`EXPLAIN SELECT 1 FROM listed WHERE ${list.has(name(column), needle)}`,
          placeholdersOf(postgres.definition),
        );
        const plan = (await one.query(text, params)).flat().join("\n");
        expect(plan).toContain(`listed_${column}_idx`);
      }
    });

    it("matches patterns like the reference", async () => {
      const texts = [
        ...HARD_TEXTS.filter((text) => text !== null),
        "k",
        "ſ",
        "ab ab",
        "aab",
        "x".repeat(350),
      ];
      await fill(engine(), "text", texts);
      for (const pattern of PATTERNS) {
        const regex = regexOf(pattern);
        if (regex === undefined) continue;
        const found = operations.regexMatch(COLUMN, regex);
        if ("impossible" in found) throw new Error(`${pattern}: ${found.impossible}`);
        await expectEach(engine(), texts, found, (text) => regexTest(regex, text));
      }
    });
  },
);

it.each(["(?:a?b?){0,200}", "(?:\\b|a){1,20}b", "(?:(?:a|b?)c?){0,100}d"])(
  "leaves %s to memory, since PostgreSQL is slow to read it",
  (pattern) => {
    const regex = regexOf(pattern);
    expect(regex && operations.regexMatch(COLUMN, regex)).toMatchObject({
      impossible: "PostgreSQL takes long to read this pattern",
    });
  },
);

it("has every letter with a case", () => {
  for (const [letterCase, map] of [
    ["lower", lowerText],
    ["upper", upperText],
  ] as const) {
    const { from } = lettersOf(letterCase);
    const [letters] = render(from, placeholdersOf(postgres.definition)).params;
    const changed: string[] = [];
    for (let code = 1; code <= 0x10ffff; code++) {
      const character = String.fromCodePoint(code);
      if (map(character) !== character) changed.push(character);
    }
    expect(letters).toBe(changed.join(""));
    const isInBlocks = (code: number): boolean =>
      BLOCKS.some(([first, last]) => first <= code && code <= last);
    expect(changed.filter((letter) => !isInBlocks(letter.codePointAt(0) ?? 0))).toEqual([]);
  }
});

it("quotes names, and refuses those that PostgreSQL would truncate", () => {
  const { quote } = postgres.definition;
  expect(quote('a "b"')).toBe('"a ""b"""');
  expect(quote("é".repeat(31))).toBe(`"${"é".repeat(31)}"`);
  expect(["", "a\0b", "\ud800", "é".repeat(32)].map(quote)).toEqual([
    undefined,
    undefined,
    undefined,
    undefined,
  ]);
});

function regexOf(pattern: string): Regex | undefined {
  const parsed = parseRegex(pattern);
  return parsed.ok ? parsed.regex : undefined;
}

/** Float64 numbers of every size, many of them with few digits. */
function randomNumbers(count: number): readonly number[] {
  const tape = new Tape(randomBytes(18, 16 * count));
  return Array.from({ length: count }, () => {
    const digits = 1 + tape.below(17);
    const mantissa = Array.from({ length: digits }, () => tape.below(10)).join("");
    const exponent = tape.oneIn(4) ? tape.below(600) - 300 : tape.below(50) - 12;
    return Number(`${tape.oneIn(2) ? "-" : ""}1${mantissa}e${exponent - digits}`);
  }).filter((value) => Number.isFinite(value));
}
