import { describe, expect, it } from "vitest";
import { compileOrThrow, defineSchema } from "../../../src/index.ts";
import { describeEngine } from "../../engines/describe-engine.ts";
import { type Engine, type EngineColumn, openEngine } from "../../engines/engine.ts";
import { countOf } from "../../harness/extent.ts";
import { dialectOf, ENGINES_WITH_DIALECT } from "./dialects.ts";

const schema = defineSchema({
  id: { type: "number", key: true },
  s: "text",
  n: "number",
  l: "list",
});
const numbers = Array.from({ length: 300 }, (_, index) => index * 3 + 0.5);
const texts = numbers.map((value) => `t${value}`);
const MANY = [
  `ISONEOF({s}, ${texts.map((text) => `"${text}"`).join()})`,
  `NOT(ISONEOF({s}, ${texts.map((text) => `"${text}"`).join()}))`,
  `ISONEOF({n}, ${numbers.join()})`,
  `ISONEOF({n} + 1, ${numbers.join()})`,
];
const LISTS = [
  `HASANY({l}, ${texts.map((text) => `"${text}"`).join()})`,
  `HASNONE({l}, ${texts.map((text) => `"${text}"`).join()})`,
  'HASALL({l}, "t0.5", "x")',
];

/** Engines that pass all texts of one `ISONEOF` as one parameter. */
const ONE_PARAMETER = ["sqlite", "postgres", "clickhouse"];

describe.each(ENGINES_WITH_DIALECT)("many values in the SQL of %s", (name) => {
  it("are one parameter, or one for each", () => {
    const sqlOf = (source: string) =>
      compileOrThrow(source, schema).toSql(dialectOf(name), { table: "t" });
    const [few, many] = [sqlOf('ISONEOF({s}, "a", "b")'), sqlOf(MANY[0] ?? "")];
    const isOne = ONE_PARAMETER.includes(name);
    expect(few.params).toHaveLength(isOne ? 1 : name === "mariadb" ? 4 : 2);
    expect(few.where === many.where).toBe(isOne);
    for (const source of MANY) expect(sqlOf(source).residual).toBeUndefined();
  });
});

const COLUMNS: readonly EngineColumn[] = [
  { name: "id", storage: "integer", notNull: true },
  { name: "s", storage: "text", length: 40 },
  { name: "n", storage: "double" },
];

function testMany(engine: () => Engine): void {
  it("returns the rows that memory returns", async () => {
    const isJson = engine().name === "sqlite" || engine().name === "mariadb";
    const columns: readonly EngineColumn[] = [
      ...COLUMNS,
      { name: "l", storage: isJson ? "json" : "array" },
    ];
    const rows = Array.from({ length: countOf(200, 600) }, (_, id) => ({
      id,
      s: id % 10 === 9 ? null : `t${id + 0.5}`,
      n: id % 10 === 9 ? null : id + 0.5,
      l: id % 7 === 0 ? [] : ["x", `t${id + 0.5}`],
    }));
    await engine().createTable(
      "many",
      columns,
      engine().name === "clickhouse" ? { orderBy: ["id"] } : {},
    );
    await engine().insert(
      "many",
      columns,
      rows.map(({ id, s, n, l }) => [id, s, n, l]),
    );
    for (const source of [...MANY, ...LISTS]) {
      const formula = compileOrThrow(source, schema);
      const { where, params, residual } = formula.toSql(dialectOf(engine().name), {
        table: "many",
        columns: { l: { storage: isJson ? "json" : "array" } },
      });
      expect([residual, source.slice(0, 20)]).toEqual([undefined, source.slice(0, 20)]);
      const found = await engine().query(`SELECT id FROM many WHERE ${where} ORDER BY id`, params);
      expect(found.map(([id]) => id)).toEqual(formula.filter(rows).map(({ id }) => id));
    }
  });
}

describe("many values", () => {
  for (const name of ENGINES_WITH_DIALECT) {
    describeEngine<Engine>(name, () => openEngine(name), testMany, {
      isOptional: name === "mariadb",
    });
  }
});

describeEngine<Engine>(
  "quantifiers on PostgreSQL",
  () => openEngine("postgres"),
  (engine) => {
    it.each([
      ["text[]", 'HASANY({l}, "i5", "i6")'],
      ["text[]", 'HASALL({l}, "i5", "x")'],
      ["text[]", 'HAS({l}, "i5")'],
      ["jsonb", 'HASANY({l}, "i5", "i6")'],
      ["jsonb", 'HASALL({l}, "i5", "x")'],
    ])("use a GIN index of %s for %s", async (type, source) => {
      const table = type === "jsonb" ? "documents" : "arrays";
      const list = type === "jsonb" ? "jsonb_build_array('x', 'i' || i)" : "ARRAY['x', 'i' || i]";
      await engine().execute(`DROP TABLE IF EXISTS ${table}`);
      await engine().execute(`CREATE TABLE ${table} (id int8, l ${type})`);
      await engine().execute(
        `INSERT INTO ${table} SELECT i, ${list} FROM generate_series(1, 20000) AS i`,
      );
      await engine().execute(`CREATE INDEX ON ${table} USING gin (l)`);
      await engine().execute(`ANALYZE ${table}`);
      const { where, params, residual } = compileOrThrow(source, schema).toSql(
        dialectOf("postgres"),
        { table, columns: { l: { storage: type } } },
      );
      expect(residual).toBeUndefined();
      const plan = await engine().query(`EXPLAIN SELECT id FROM ${table} WHERE ${where}`, params);
      expect(plan.flat().join("\n")).toContain(`Bitmap Index Scan on ${table}_l_idx`);
      const found = await engine().query(
        `SELECT id FROM ${table} WHERE ${where} ORDER BY id`,
        params,
      );
      expect(found.flat()).toEqual(source.includes("i6") ? [5, 6] : [5]);
    });
  },
);
