import { describe, expect, it } from "vitest";
import { letterPairs } from "../../../src/backends/sql/dialects/letter-pairs.ts";
import { compileOrThrow, defineSchema } from "../../../src/index.ts";
import { lowerText } from "../../../src/language/values/text/index.ts";
import { describeEngine } from "../../engines/describe-engine.ts";
import { type Engine, type EngineName, openEngine } from "../../engines/engine.ts";
import { dialectOf, ENGINES_WITH_DIALECT } from "./dialects.ts";

const schema = defineSchema({ id: { type: "number", key: true }, title: "text" });

/** The statement that creates the index described on the SQL page. */
const INDEX: Readonly<Partial<Record<EngineName, readonly string[]>>> = {
  sqlite: ["CREATE INDEX by_case ON t (lower(title))", "ANALYZE"],
  duckdb: ["CREATE INDEX by_case ON t (lower(title))"],
  postgres: [
    'CREATE INDEX by_case ON t (lower(title COLLATE "C"))',
    "CREATE EXTENSION IF NOT EXISTS pg_trgm",
    'CREATE INDEX by_part ON t USING gin (lower(title COLLATE "C") gin_trgm_ops)',
    "ANALYZE t",
  ],
};

/** Parts of plans that show that the index is used. */
const SERVED: Readonly<Partial<Record<EngineName, readonly [RegExp, RegExp?, RegExp?]>>> = {
  sqlite: [/USING INDEX by_case/, /USING INDEX by_case/],
  duckdb: [/Index Scan/],
  postgres: [/Index Scan (using|on) by_case/, /Index Scan (using|on) by_case/, /Scan on by_part/],
  clickhouse: [/Granules: 1\/\d\d/, /Granules: 1\/\d\d/],
};

const EXPLAIN: Readonly<Partial<Record<EngineName, string>>> = {
  sqlite: "EXPLAIN QUERY PLAN",
  duckdb: "EXPLAIN ANALYZE",
  clickhouse: "EXPLAIN indexes = 1",
};

const FORMULAS = [
  'EQUALS_IGNORE_CASE({title}, "CAR 12345")',
  'STARTS_WITH_IGNORE_CASE({title}, "car 12345")',
  'CONTAINS_IGNORE_CASE({title}, "AR 12345")',
] as const;

const OTHERS = ["ı", "ſ", "ß", "ς", "\uFB01", "\u0345", "a\u0301"];
const LETTERS = [...new Set([...letterPairs("lower").flat(), ...OTHERS])].map((title, id) => ({
  id,
  title,
}));

function testIndexes(engine: () => Engine): void {
  it("serve tests that ignore case, or are not created", async () => {
    const { name } = engine();
    const served = SERVED[name];
    if (served === undefined) return;
    if (name === "clickhouse") {
      await engine().execute(
        "CREATE TABLE t (id Int64, title String) ENGINE = MergeTree ORDER BY lower(title) SETTINGS index_granularity = 500",
      );
    } else {
      await engine().createTable("t", [
        { name: "id", storage: "integer", notNull: true },
        { name: "title", storage: "text" },
      ]);
    }
    const columns = [
      { name: "id", storage: "integer", notNull: true },
      { name: "title", storage: "text", notNull: name === "clickhouse" },
    ] as const;
    await engine().insert(
      "t",
      columns,
      Array.from({ length: 13_000 }, (_, id) => [id, `Car ${id}${id % 7 === 0 ? " é" : ""}`]),
    );
    for (const statement of INDEX[name] ?? []) await engine().execute(statement);
    for (const [index, source] of FORMULAS.entries()) {
      const { where, params, residual } = compileOrThrow(source, schema).toSql(dialectOf(name), {
        table: "t",
      });
      expect(residual).toBeUndefined();
      const found = await engine().query(`SELECT id FROM t WHERE ${where}`, params);
      expect(found).toEqual([[12_345]]);
      const pattern = served[index];
      if (pattern === undefined) continue;
      const prefix = EXPLAIN[name] ?? "EXPLAIN";
      const plan = await engine().query(`${prefix} SELECT * FROM t WHERE ${where}`, params);
      expect(plan.flat().join("\n")).toMatch(pattern);
    }
  });

  it("find every letter by its lower case, and nothing else", async () => {
    const { name } = engine();
    const dialect = dialectOf(name);
    await engine().createTable("letters", [
      { name: "id", storage: "integer", notNull: true },
      { name: "title", storage: "text", length: 10 },
    ]);
    await engine().insert(
      "letters",
      [
        { name: "id", storage: "integer", notNull: true },
        { name: "title", storage: "text", length: 10 },
      ],
      LETTERS.map(({ id, title }) => [id, title]),
    );
    // MariaDB takes seconds for 250 letters.
    const step = name === "mariadb" ? 1_000 : 250;
    for (let start = 0; start < LETTERS.length; start += step) {
      const wanted = LETTERS.slice(start, start + 250).map(({ title }) => lowerText(title));
      const list = wanted.map((letter) => `"${letter}"`).join();
      const formula = compileOrThrow(`ISONEOF(LOWER({title}), ${list})`, schema);
      const { where, params } = formula.toSql(dialect, { table: "letters" });
      if (where === undefined) continue;
      const found = await engine().query(
        `SELECT id FROM letters WHERE ${where} ORDER BY id`,
        params,
      );
      expect(found.flat()).toEqual(formula.filter(LETTERS).map(({ id }) => id));
    }
  });

  it.each([
    'LOWER({title}) = "K"',
    'ISONEOF(LOWER({title}), "K", "k")',
    'NOT(LOWER({title}) = "K")',
  ])("find the same as memory for a capital letter: %s", async (source) => {
    const formula = compileOrThrow(source, schema);
    const { where, params, residual } = formula.toSql(dialectOf(engine().name), {
      table: "letters",
    });
    expect(residual).toBeUndefined();
    const found = await engine().query(`SELECT id FROM letters WHERE ${where} ORDER BY id`, params);
    expect(found.flat()).toEqual(formula.filter(LETTERS).map(({ id }) => id));
  });

  it("find each letter whose case is special by that letter only", async () => {
    for (const letter of ["k", "å", "σ", "ß"]) {
      const formula = compileOrThrow(`EQUALS_IGNORE_CASE({title}, "${letter}")`, schema);
      const { where, params, residual } = formula.toSql(dialectOf(engine().name), {
        table: "letters",
      });
      expect([letter, residual]).toEqual([letter, undefined]);
      const found = await engine().query(`SELECT title FROM letters WHERE ${where}`, params);
      const all = [...new Set(letterPairs("lower").flat())];
      const expected = all.filter((one) => lowerText(one) === letter);
      expect(found.flat().sort()).toEqual(expected.sort());
    }
  });
}

describe("indexes of texts in lower case", () => {
  for (const name of ENGINES_WITH_DIALECT) {
    describeEngine<Engine>(name, () => openEngine(name), testIndexes, {
      isOptional: name === "mariadb",
    });
  }
});
