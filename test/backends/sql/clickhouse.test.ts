import { describe, expect, it } from "vitest";
import { clickhouse } from "../../../src/backends/sql/dialects/clickhouse.ts";
import { compileOrThrow, defineSchema } from "../../../src/index.ts";
import { parseRegex, type Regex, regexTest } from "../../../src/language/values/regex/index.ts";
import { describeEngine } from "../../engines/describe-engine.ts";
import { openEngine } from "../../engines/engine.ts";
import { COLUMN, expectEach, fill } from "./primitives.ts";

const { operations, quote } = clickhouse.definition;

const PATTERNS = [
  "",
  "a|b",
  "^a.*b$",
  "^(?:a|b)+$",
  ".",
  "(?s)^.$",
  "[^a]",
  "[\\s\\S]",
  "[^\\s\\S]",
  "\\bab\\b",
  // RE2 alone also finds it inside a character.
  "\\B",
  "b\\B",
  "\\Bé",
  "(?:a|\\B)b",
  "(?:\\Ba)+",
  "(?i)^É$",
  // Every character that is special in ClickHouse, and some that are not.
  "[ab]? ?[!-/:-@[-`{-~]",
  "a%b_c\\\\|$1",
  "\\\\|\\^|\\$|\\.|\\*|\\+|\\?|\\(|\\)|\\[|\\]|\\{|\\}|\\||/|-|'|\"|`",
  "\\x{a0}|\u00a0a",
  "a?\t|b?\u0001|c?\u007f|\u0085",
  "é|e\u0301|😀+",
  "(?:a{2,3}){2}",
];

const TEXTS = [
  "",
  "a",
  "b",
  "ab",
  "aab",
  "aaaa",
  "ab ab",
  "a\nb",
  "É",
  "é",
  "aéb",
  "e\u0301",
  "😀😀",
  "a%b_c\\",
  "$1",
  "\t",
  "\u0001",
  "\u007f",
  "\u0085",
  "\u00a0a",
  ..."!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~",
];

function regexOf(pattern: string): Regex {
  const parsed = parseRegex(pattern);
  if (!parsed.ok) throw new Error(`${pattern}: ${parsed.problem.kind}`);
  return parsed.regex;
}

describeEngine(
  "clickhouse",
  () => openEngine("clickhouse"),
  (engine) => {
    it.each(PATTERNS)("finds %j as JavaScript does", async (pattern) => {
      const regex = regexOf(pattern);
      const found = operations.regexMatch(COLUMN, regex);
      if ("impossible" in found) throw new Error(found.impossible);
      await fill(engine(), "text", TEXTS);
      await expectEach(engine(), clickhouse, TEXTS, found, (text) =>
        Number(regexTest(regex, text)),
      );
    });

    it.each(["timestamp", "DateTime64(9)"])(
      "compares nanoseconds stored as %s with every date of the language",
      async (storage) => {
        const times = [
          "1900-01-01 00:00:00.000000000",
          "2024-01-01 00:00:00.123456789",
          "2262-04-11 23:47:16.854000000",
          "2262-04-11 23:47:16.854775807",
        ];
        const rows = times.map((time) => ({
          d: new Date(`${time.slice(0, "YYYY-MM-DD HH:mm:ss.SSS".length).replace(" ", "T")}Z`),
        }));
        await engine().execute(
          "CREATE OR REPLACE TABLE moments (n UInt8, d Nullable(DateTime64(9, 'UTC'))) ENGINE = Memory",
        );
        const values = times.map((time, index) => `(${index}, '${time}')`).join(", ");
        await engine().execute(`INSERT INTO moments VALUES ${values}, (${times.length}, NULL)`);
        const dates = [
          "1900-01-01",
          "2024-01-01",
          "2262-04-11T23:47:16.854Z",
          "2262-04-12",
          "2298-12-31",
        ];
        const schema = defineSchema({ d: "date" });
        for (const source of dates.flatMap((date) => [
          `{d} >= "${date}"`,
          `{d} <= "${date}"`,
          `NOT({d} = "${date}")`,
          `DATEADD({d}, 1, "days") > "${date}"`,
          `AND({d} = BLANK(), {d} < "${date}")`,
        ])) {
          const formula = compileOrThrow(source, schema);
          const options = { table: "moments", columns: { d: { storage } }, exact: true } as const;
          const exact = formula.toSql(clickhouse, options);
          if (!exact.ok) throw new Error(`${source} is not decided`);
          const found = await engine().query(
            `SELECT n FROM moments WHERE ${exact.where} ORDER BY n`,
            exact.params,
          );
          const expected = [...rows, { d: null }].flatMap((row, index) =>
            formula.matches(row) ? [[index]] : [],
          );
          expect([source, found]).toEqual([source, expected]);
        }
      },
    );

    it.each(["a`b", "a\\b", "?", "{p1:String}", "é 😀"])(
      "a column with the name %s can be created and read",
      async (name) => {
        await engine().execute(
          `CREATE OR REPLACE TABLE named (${quote(name)} Int8) ENGINE = Memory`,
        );
        await engine().execute("INSERT INTO named VALUES (7)");
        expect(await engine().query(`SELECT ${quote(name)} FROM named`)).toEqual([[7]]);
      },
    );
  },
);

describe("refuses", () => {
  it("an empty name and a name with NUL", () => {
    expect(["", "a\0"].map(quote)).toEqual([undefined, undefined]);
  });

  it("a pattern that is too large for RE2", () => {
    expect(operations.regexMatch(COLUMN, regexOf("[^a-cé\\x{1F600}]{900}"))).toMatchObject({
      impossible: "the pattern is too large for RE2",
    });
  });
});
