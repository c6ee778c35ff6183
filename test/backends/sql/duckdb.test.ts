import { expect, it } from "vitest";
import { isImpossible } from "../../../src/backends/sql/dialect-definition.ts";
import { duckdb } from "../../../src/backends/sql/dialects/duckdb.ts";
import { divide } from "../../../src/backends/sql/sql-filter.ts";
import {
  atom,
  choose,
  name,
  parameter,
  render,
  type SqlFragment,
} from "../../../src/backends/sql/sql-fragment.ts";
import { placeholdersOf } from "../../../src/backends/sql/sql-settings.ts";
import type { ColumnMapping } from "../../../src/backends/sql/table-mapping.ts";
import {
  type FieldDeclaration,
  readSchema,
  type Schema,
} from "../../../src/language/schema/index.ts";
import { parseRegex, type Regex, regexTest } from "../../../src/language/values/regex/index.ts";
import { lowerText, upperText } from "../../../src/language/values/text/index.ts";
import { describeEngine } from "../../engines/describe-engine.ts";
import {
  type Engine,
  type EngineColumn,
  type EngineValue,
  openEngine,
} from "../../engines/engine.ts";
import { NOW } from "../../generate/clock.ts";
import { randomBytes, SEED } from "../../generate/random.ts";
import type { Asked } from "../../generate/random-formula.ts";
import { Tape } from "../../generate/tape.ts";
import { lowerSource } from "../../harness/ways.ts";
import { expectNone } from "./expect-none.ts";
import { loadTable } from "./load.ts";
import { compiledOf } from "./loaded-table.ts";
import { askAll } from "./sql-way.ts";

type Fields = Readonly<Record<string, FieldDeclaration>>;
type Columns = Readonly<Record<string, ColumnMapping>>;

function schemaOf(fields: Fields): Schema {
  const read = readSchema({ fields });
  if (!read.ok) throw new Error(read.problems.map(({ message }) => message).join("; "));
  return read.schema;
}

function lower(formulas: readonly string[], schema: Schema): readonly Asked[] {
  return formulas.map((source) => {
    const result = lowerSource(source, schema);
    if (!result.ok) throw new Error(`${source} does not pass the checker`);
    return { source, lowered: result.lowered };
  });
}

/** Not a limit of the dialect: the values are compared all the same. */
const TOO_LONG = "its SQL would be too long";

/** Evaluates formulas in DuckDB, which must decide all of them, and compares each result with the reference. */
async function expectExact(
  engine: Engine,
  fields: Fields,
  rows: readonly unknown[],
  formulas: readonly string[],
  columns: Columns = {},
): Promise<void> {
  const schema = schemaOf(fields);
  const mapping = { table: "exact", columns };
  const table = await loadTable(engine, duckdb, schema, rows, mapping);
  const asked = lower(formulas, schema);
  const left = asked.flatMap(({ source, lowered }) => {
    const compiled = compiledOf(lowered, source, schema);
    const { residual } = divide(compiled, duckdb.definition, mapping);
    const reasons = residual?.reasons.filter((reason) => reason !== TOO_LONG) ?? [];
    return reasons.length === 0 ? [] : [`${source} is left to memory: ${reasons}`];
  });
  const findings = await askAll(table, asked, NOW);
  const wrong = findings.flatMap(({ differences, row }, index) =>
    differences.length === 0
      ? []
      : [[asked[index]?.source, JSON.stringify(rows[row ?? 0]), ...differences].join("\n")],
  );
  expectNone([...left, ...wrong]);
}

/** The value of an SQL expression for rows that were inserted as SQL. */
async function read(
  engine: Engine,
  table: string,
  value: SqlFragment,
): Promise<readonly unknown[]> {
  const from = name(table);
  const { text, params } = render(
    atom`SELECT ${value} FROM ${from} ORDER BY i`,
    placeholdersOf(duckdb.definition),
  );
  return (await engine.query(text, params)).map(([cell]) => cell);
}

async function fill(
  engine: Engine,
  storage: EngineColumn["storage"],
  values: readonly EngineValue[],
): Promise<void> {
  const columns: readonly EngineColumn[] = [
    { name: "i", storage: "integer" },
    { name: "x", storage },
  ];
  await engine.createTable("filled", columns);
  await engine.insert(
    "filled",
    columns,
    values.map((value, index) => [index, value]),
  );
}

const HARD_TEXTS: readonly (string | null)[] = [
  null,
  "",
  "a",
  "A",
  "ab",
  "e\u0301",
  "é",
  "👨‍👩‍👧",
  "🇩🇪🇫🇷",
  "a👨‍👩‍👧b",
  "a  ",
  "  a",
  "   ",
  "%",
  "_",
  "a%b_c\\",
  "\\",
  "''; --",
  '"',
  "$1",
  "\u00a0a\t",
  "\n",
  "a\nb",
  "\ue000",
  "\u{10ffff}",
  "\ud7ff",
  "aaa",
  "abab",
  "x".repeat(65_536),
];

const TEXT_FORMULAS: readonly string[] = [
  "LEN({s})",
  "LEN({s} & {t})",
  "LEFT({s}, 1)",
  "RIGHT({s}, 2)",
  "MID({s}, 2, 3)",
  "MID({s}, 0, {m})",
  "MID({s}, {m}, 2)",
  "LEFT({s}, {n})",
  "FIND({t}, {s})",
  "FIND({t}, {s}, {m})",
  'FIND("", {s}, {m})',
  "FIND({t}, {s}, 1e9)",
  "FIND(IF({m} > 2, ERROR(), {t}), {s}, 1e9)",
  "CONTAINS({s}, {t})",
  'CONTAINS({s}, "%")',
  "NOT(CONTAINS({s}, {t}))",
  "STARTS_WITH({s}, {t})",
  "ENDS_WITH({s}, {t})",
  'ENDS_WITH({s}, "")',
  "TRIM({s})",
  "SUBSTITUTE({s}, {t}, {s})",
  'SUBSTITUTE({s}, "a", "$0\\\\1")',
  "REPT({s}, {n})",
  'REPT("ab", {n})',
  "{s} & {t} & {n}",
  "{s} = {t}",
  "{s} != {t}",
  "{s} < {t}",
  "{s} <= {t}",
  'OR({s} = "a", {s} = "é", {s} = "\\\\")',
  `OR(${Array.from({ length: 90 }, (_, index) => `{s} = "${index === 40 ? "e\u0301" : index}"`).join(", ")})`,
  'CONTAINS(IF({n} > 1, ERROR(), ERROR()), "a")',
  'REPT(IF({n} > 1, ERROR(), ERROR()), {n}) = "a"',
];

const HARD_NUMBERS: readonly (number | null)[] = [
  null,
  0,
  -0,
  1,
  -1,
  0.1,
  1.5,
  -2.5,
  100,
  1e-4,
  9.9e-5,
  1e-5,
  1e-6,
  1.5e-6,
  9.999e-7,
  1e-7,
  1.5e-10,
  123_456.789,
  999_999_999_999_999,
  1e15,
  1_000_000_000_000_001.5,
  1e16,
  2 ** 53,
  123_456_789_012_345_680_000,
  -1e20,
  999_999_999_999_999_900_000,
  1e21,
  1.25e22,
  // DuckDB's own text of these numbers is wrong.
  2 ** 81,
  2 ** 91,
  -(2 ** 807),
  1.7976931348623157e308,
  -1e300,
  5e-324,
  2.2250738585072014e-308,
];

const NUMBER_TEXTS: readonly string[] = [
  "0",
  "-0",
  "5.",
  ".5",
  "+.5e-3",
  "-.5",
  "  12  ",
  "00012",
  "1e5",
  "1E+05",
  "1e400",
  "-1e400",
  "1e-400",
  "0e99999999999",
  "1e99999999999",
  "1.7976931348623158e308",
  "1.7976931348623159e308",
  "2.4703282292062327e-324",
  "2.4703282292062328e-324",
  "9007199254740993",
  `0.${"0".repeat(400)}1e401`,
  "0.1000000000000000055511151231257827021181583404541015625",
  "12abc",
  "1_000",
  "0x10",
  "inf",
  "nan",
  "1e",
  "e5",
  ".",
  "+",
  "1 2",
  "1\n",
  "\t1",
  "١",
  "1,5",
  "",
  "--1",
];

const HARD_DATES: readonly (string | null)[] = [
  null,
  "1900-01-01T00:00:00.000Z",
  "1900-02-28T23:59:59.999Z",
  "1969-12-31T23:59:59.999Z",
  "1970-01-01T00:00:00.000Z",
  "1999-12-31T23:59:59.999Z",
  "2000-02-29T12:34:56.789Z",
  "2004-12-31T00:00:00.001Z",
  "2005-01-01T00:00:00.000Z",
  "2020-12-31T23:00:00.000Z",
  "2023-01-01T06:30:00.500Z",
  "2024-01-31T00:00:00.000Z",
  "2024-02-29T00:00:00.000Z",
  "2024-02-29T23:59:59.999Z",
  "2024-03-31T10:00:00.000Z",
  "2024-12-30T00:00:00.000Z",
  "2100-02-28T23:59:59.999Z",
  "2298-12-31T23:59:59.999Z",
];

const DATE_FORMULAS: readonly string[] = [
  "YEAR({d})",
  "MONTH({d})",
  "DAY({d})",
  "HOUR({d})",
  "MINUTE({d})",
  "SECOND({d})",
  "WEEKDAY({d})",
  "WEEKNUM({d})",
  'WEEKNUM({d}, "Monday")',
  'DATETIME_FORMAT({d}, "Q-DDD-d-SSS")',
  "DATESTR({d})",
  "TIMESTR({d})",
  'DATETIME_FORMAT({d}, "YYYY-MM-DD[T]HH:mm:ss.SSS")',
  '{d} & ""',
  "{d} = {e}",
  "{d} < {e}",
  "{d} - {e}",
  "{d} + {n}",
  '{d} = "2024-02-29"',
  'IS_SAME({d}, {e}, "month")',
  'IS_SAME({d}, {e}, "quarter")',
  "IS_AFTER({d}, {e})",
  ...[
    "milliseconds",
    "seconds",
    "minutes",
    "hours",
    "days",
    "weeks",
    "months",
    "quarters",
    "years",
  ].flatMap((unit) => [
    `DATETIME_DIFF({d}, {e}, "${unit}")`,
    `DATEADD({d}, {n}, "${unit}")`,
    `DATEADD({d}, 1, "${unit}")`,
  ]),
  'DATEADD({d}, -13, "months")',
  'MONTH(IF({n} > 1, DATETIME_PARSE("no"), DATETIME_PARSE("none")))',
  'DATETIME_DIFF(IF({n} > 1, {d}), {d}, "months")',
];

const HARD_LISTS: readonly (readonly string[] | null)[] = [
  null,
  [],
  ["a"],
  ["a", "b", "a"],
  ["a, b", 'c"d', "e\\f"],
  ["é", "e\u0301", "😀"],
  ["[]", "null", "{}"],
  ["a:", ":b"],
  ["x", "", "y"],
];

const LIST_FORMULAS: readonly string[] = [
  "HAS({l}, {s})",
  "NOT(HAS({l}, {s}))",
  'HAS({l}, "a")',
  'HAS({l}, "")',
  'HAS({l}, "a:")',
  'ARRAYJOIN({l}, "; ")',
  "ARRAYJOIN({l})",
  '{l} & ""',
  "ISBLANK({l})",
  'HAS({l}, IF({s} = "a", ERROR(), {s}))',
  'NOT(HAS({l}, IF({s} = "a", ERROR(), {s})))',
];

const PATTERNS: readonly string[] = [
  "a",
  "a%b_c",
  "^a",
  "a$",
  "^a$",
  "^$",
  "$",
  // DuckDB alone would rewrite these as LIKE, and lose the anchors.
  '"^',
  "$a",
  "a^",
  "a($)b",
  ".",
  "^.$",
  "(?s)^.$",
  "^..$",
  "[^a]",
  "[\\s\\S]",
  "[^\\s\\S]",
  "\\bab\\b",
  // RE2 alone also finds it inside a character.
  "\\B",
  "b\\B",
  "\\Bé",
  "(?i)^É$",
  "(?i)k",
  "[\\x{1F1E6}-\\x{1F1FF}]{2}",
  "(?:a|)b",
  "a{2,}?",
  "^(?:ab){2}$",
  "\\\\",
  "\\x{10FFFF}",
  ".{1000}",
  "(?s).{1000}",
];

describeEngine(
  "duckdb",
  () => openEngine("duckdb"),
  (engine) => {
    it("is exact for texts", async () => {
      const needles = ["", "a", "ab", "e", "\u0301", "👨", "‍", "%", "\\", " ", "🇩", "\n"];
      const numbers = [0, 1, 2, 3, 5, 1e9, 65_536, -1, 2.7, 1e300, null];
      const rows = HARD_TEXTS.flatMap((s, index) =>
        needles.map((t, other) => ({ s, t, n: numbers[(index + other) % 11], m: other })),
      );
      const fields = { s: "text", t: "text", n: "number", m: "number" } as const;
      await expectExact(engine(), fields, rows, TEXT_FORMULAS);
    });

    it("is exact for numbers", async () => {
      const rows = HARD_NUMBERS.flatMap((x) => HARD_NUMBERS.map((y) => ({ x, y })));
      const formulas = [
        '{x} & ""',
        "{x} + {y}",
        "{x} - {y}",
        "{x} * {y}",
        "{x} / {y}",
        "MOD({x}, {y})",
        "SQRT({x})",
        "ABS({x})",
        "FLOOR({x})",
        "INT({x})",
        'INT({x}) & ""',
        "ROUND({x}, 2)",
        'VALUE({x} & "") = {x}',
        "{x} < {y}",
        "{x} = {y}",
        "{x} = 0",
        "SQRT(IF({x} > 0, -4, -9))",
        `OR(${Array.from({ length: 90 }, (_, index) => `{x} = ${index}`).join(", ")})`,
      ];
      await expectExact(engine(), { x: "number", y: "number" }, rows, formulas);
    });

    it("reads texts as numbers", async () => {
      const rows = NUMBER_TEXTS.map((s) => ({ s }));
      await expectExact(engine(), { s: "text" }, rows, ["VALUE({s})", "VALUE({s}) = 0.1"]);
    });

    it("writes every float64 as JavaScript does", async () => {
      const numbers = randomNumbers(20_000);
      for (let exponent = -1074; exponent < 1024; exponent++) numbers.push(2 ** exponent);
      await fill(engine(), "double", numbers);
      const { numberText } = duckdb.definition.operations;
      if (typeof numberText !== "function") throw new Error("it is not exact");
      const texts = await read(engine(), "filled", numberText(name("x")));
      expect(texts).toEqual(numbers.map(String));
    });

    it("is exact for dates", async () => {
      const numbers = [0, 1, -1, 0.5, -1.7, 12, 4800, -4800, 1e300, 31];
      const rows = HARD_DATES.flatMap((d, index) =>
        HARD_DATES.map((e, other) => ({ d, e, n: numbers[(index + other) % 10] })),
      );
      const fields = { d: "date", e: "date", n: "number" } as const;
      for (const storage of ["timestamp", "epochMilliseconds"] as const) {
        const kind = { storage, inRange: true };
        await expectExact(engine(), fields, rows, DATE_FORMULAS, { d: kind, e: kind });
      }
    });

    it.each(["array", "json", "delimited"] as const)(
      "is exact for lists in %s",
      async (storage) => {
        const isKept = (list: readonly string[] | null): boolean =>
          storage !== "delimited" || list === null || sameAfterSplit(list, "::");
        const rows = HARD_LISTS.filter(isKept).flatMap((l) =>
          ["", "a", "b", "a, b", ":b", "e\u0301", "null", null].map((s) => ({ l, s })),
        );
        const columns = {
          l: storage === "delimited" ? ({ storage, delimiter: "::" } as const) : { storage },
        };
        await expectExact(engine(), { l: "list", s: "text" }, rows, LIST_FORMULAS, columns);
      },
    );

    it("reads the elements of a delimited list from the left", async () => {
      await fill(engine(), "text", ["a:::b", "::", "", null]);
      const list = duckdb.definition.columns.list.delimited("::");
      const x = name("x");
      expect(await read(engine(), "filled", list.length(x))).toEqual([2, 2, 0, null]);
      const has = (element: string): Promise<readonly unknown[]> =>
        read(
          engine(),
          "filled",
          list.has(x, duckdb.definition.literal.text(parameter(element, "text"))),
        );
      expect(await has(":b")).toEqual([true, false, false, null]);
      expect(await has("a:")).toEqual([false, false, false, null]);
      expect(await has("")).toEqual([false, true, false, null]);
    });

    it("quotes a name, except the empty one", () => {
      expect(duckdb.definition.quote("")).toBeUndefined();
      expect(duckdb.definition.quote('a"b')).toBe('"a""b"');
    });

    it("raises no error for invalid JSON", async () => {
      await fill(engine(), "text", ["no", "{}", '"a"', "[", "", null, '["a"]']);
      const { json } = duckdb.definition.columns.list;
      if (isImpossible(json)) throw new Error(json.impossible);
      const lengths = await read(engine(), "filled", json.length(name("x")));
      expect(lengths).toEqual([null, null, null, null, null, null, 1]);
    });

    it("truncates microseconds, and reads a date out of range as blank", async () => {
      const schema = schemaOf({ d: "date" });
      const mapping = { table: "moments" };
      const rows = ["1969-12-31T23:59:59.999Z", "2024-02-29T12:00:00.001Z", null, null, null, null];
      await engine().execute('CREATE OR REPLACE TABLE moments ("row number" BIGINT, d TIMESTAMP)');
      await engine().execute(
        "INSERT INTO moments VALUES (0, '1969-12-31 23:59:59.9999'), (1, '2024-02-29 12:00:00.001999'), (2, 'infinity'), (3, '-infinity'), (4, '1899-12-31 23:59:59.999999'), (5, '2299-01-01')",
      );
      const formulas = [
        ...DATE_FORMULAS.filter((formula) => !/\{[en]\}/.test(formula)),
        '{d} = "1969-12-31T23:59:59.999Z"',
        '{d} < "2024-02-29T12:00:00.002Z"',
        "ISBLANK({d})",
        'DATETIME_DIFF({d}, "2000-01-01", "milliseconds")',
      ];
      const dates = rows.map((d) => ({ d }));
      const loaded = { engine: engine(), dialect: duckdb, schema, mapping, rows: dates };
      const asked = lower(formulas, schema);
      const findings = await askAll(loaded, asked, NOW);
      expectNone(
        findings.flatMap(({ differences }, index) =>
          differences.map((difference) => `${asked[index]?.source}: ${difference}`),
        ),
      );
    });

    it.each([
      [18, 3],
      [18, 2],
      [38, 0],
      [38, 10],
      [38, 25],
    ])("reads DECIMAL(%i, %i) as the nearest float64", async (precision, scale) => {
      const texts = randomDecimals(3000, precision, scale);
      await engine().execute(
        `CREATE OR REPLACE TABLE decimals ("row number" BIGINT, x DECIMAL(${precision}, ${scale}))`,
      );
      const columns: readonly EngineColumn[] = [
        { name: "row number", storage: "integer" },
        { name: "x", storage: "decimal" },
      ];
      await engine().insert(
        "decimals",
        columns,
        texts.map((text, index) => [index, text]),
      );
      const rows = texts.map((text) => ({ x: Number(text) }));
      const [a, b, c] = rows.map(({ x }) => x);
      const mapping = { table: "decimals", columns: { x: { storage: "decimal" } } } as const;
      const schema = schemaOf({ x: "number" });
      const table = { engine: engine(), dialect: duckdb, schema, mapping, rows };
      const asked = lower(
        ["{x}", `{x} = ${a}`, `{x} < ${b}`, `OR({x} = ${a}, {x} = ${c})`],
        schema,
      );
      const findings = await askAll(table, asked, NOW);
      expect(findings.map(({ share }) => share)).toEqual(["whole", "whole", "whole", "whole"]);
      expectNone(findings.flatMap(({ differences }) => differences));
    });

    it("agrees on case wherever the dialect declares it", async () => {
      await engine().execute(
        "CREATE OR REPLACE TABLE letters AS SELECT i, chr(i::INTEGER) AS x FROM range(1, 131072) r(i) WHERE i < 55296 OR i > 57343",
      );
      for (const [op, fold] of [
        ["lowerCase", lowerText],
        ["upperCase", upperText],
      ] as const) {
        const operation = duckdb.definition.operations[op];
        if (typeof operation === "function" || isImpossible(operation)) throw new Error(op);
        const x = name("x");
        const folded = await read(
          engine(),
          "letters",
          choose([[operation.when(x), operation.exactly(x)]]),
        );
        let settled = 0;
        const wrong = folded.flatMap((cell, index) => {
          if (cell === null) return [];
          settled++;
          const code = index < 0xd7ff ? index + 1 : index + 0x801;
          return cell === fold(String.fromCodePoint(code)) ? [] : [code.toString(16)];
        });
        expect(wrong).toEqual([]);
        expect(settled).toBeGreaterThan(40_000);
      }
    });

    it("finds constant prefixes, which DuckDB compares as ranges of bytes", async () => {
      const edges = [0x7f, 0x80, 0xbf, 0xff, 0x7ff, 0x800, 0xfff, 0xd7ff, 0xe000, 0xffff, 0x10ffff];
      const texts = edges.flatMap((edge) => {
        const around = [edge - 1, edge, edge + 1].filter(
          (code) => code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff),
        );
        return around.map((code) => String.fromCodePoint(code));
      });
      const { startsWith } = duckdb.definition.operations;
      if (typeof startsWith !== "function") throw new Error("it is not exact");
      const rows = [
        "",
        ...texts,
        ...texts.map((text) => `${text}a`),
        ...texts.map((t) => `${t}${t}`),
      ];
      await fill(engine(), "text", rows);
      for (const needle of rows) {
        const test = startsWith(
          name("x"),
          duckdb.definition.literal.text(parameter(needle, "text")),
        );
        const { text, params } = render(
          atom`SELECT x FROM filled WHERE ${test} ORDER BY i`,
          placeholdersOf(duckdb.definition),
        );
        const found = (await engine().query(text, params)).map(([cell]) => cell);
        expect(found).toEqual(rows.filter((row) => row.startsWith(needle)));
      }
    });

    it("matches regular expressions as the reference does", async () => {
      const rows = HARD_TEXTS.map((s) => ({ s }));
      const formulas = PATTERNS.map((pattern) => `REGEX_MATCH({s}, ${JSON.stringify(pattern)})`);
      await expectExact(engine(), { s: "text" }, [...rows, { s: "aéb" }], formulas);
    });

    it("leaves patterns that RE2 refuses to memory", async () => {
      const text = "ab".repeat(300);
      await fill(engine(), "text", [text]);
      const many = Array.from({ length: 150 }, (_, index) =>
        String.fromCodePoint(0x10000 + 400 * index),
      ).map((first) => `${first}-${String.fromCodePoint((first.codePointAt(0) ?? 0) + 130)}`);
      const reasons: string[] = [];
      for (const times of [1, 2, 5, 10, 20, 50, 100, 500]) {
        for (const pattern of [`[${many.join("")}]{${times}}`, `(?:[^b]b){${times}}`]) {
          const match = regexOf(pattern);
          const made = duckdb.definition.operations.regexMatch(name("x"), match);
          if (isImpossible(made)) reasons.push(made.impossible);
          else expect(await read(engine(), "filled", made)).toEqual([regexTest(match, text)]);
        }
      }
      expect(reasons.length).toBeGreaterThan(0);
      expect(new Set(reasons)).toEqual(new Set(["the pattern is too large for RE2"]));
    });
  },
);

/** From 0 to below 1, with 48 random bits. */
function fraction(tape: Tape): number {
  const [high, middle, low] = [tape.below(65_536), tape.below(65_536), tape.below(65_536)];
  return high / 2 ** 16 + middle / 2 ** 32 + low / 2 ** 48;
}

function randomNumbers(count: number): number[] {
  const bytes = new DataView(randomBytes(SEED, 4 * count).buffer);
  const tape = new Tape(randomBytes(SEED + 1, 4 * count));
  const numbers: number[] = [];
  for (let at = 0; at < bytes.byteLength; at += 8) {
    const anyBits = bytes.getFloat64(at);
    numbers.push(anyBits, (fraction(tape) - 0.5) * 10 ** (tape.below(40) - 15));
  }
  return numbers.filter((value) => Number.isFinite(value));
}

function randomDecimals(count: number, precision: number, scale: number): readonly string[] {
  const tape = new Tape(randomBytes(SEED + precision, (precision + 7) * count));
  return Array.from({ length: count }, (_, index) => {
    let digits = Array.from({ length: 1 + tape.below(precision) }, () => tape.below(10)).join("");
    // Casts are most likely to fail near the limit of exact integers in a float64.
    if (index % 4 === 0) digits = String(Math.floor((0.9 + 0.2 * fraction(tape)) * 9.007e15));
    digits = digits.slice(-precision).padStart(scale + 1, "0");
    const whole = digits.slice(0, digits.length - scale);
    const text = scale === 0 ? whole : `${whole}.${digits.slice(-scale)}`;
    return index % 3 === 0 ? `-${text}` : text;
  });
}

function sameAfterSplit(list: readonly string[], delimiter: string): boolean {
  const joined = list.join(delimiter);
  return JSON.stringify(joined === "" ? [] : joined.split(delimiter)) === JSON.stringify(list);
}

function regexOf(pattern: string): Regex {
  const result = parseRegex(pattern);
  if (!result.ok) throw new Error(`${pattern} is no pattern`);
  return result.regex;
}
