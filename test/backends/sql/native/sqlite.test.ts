import { expect, it } from "vitest";
import { describeTable } from "../../../../src/backends/sql/describe/describe-table.ts";
import { sqlite } from "../../../../src/backends/sql/dialects/sqlite.ts";
import { toQuery } from "../../../../src/backends/sql/query/sql-query.ts";
import { compileOrThrow, defineSchema } from "../../../../src/index.ts";
import { describeEngine } from "../../../engines/describe-engine.ts";
import { openEngine } from "../../../engines/engine.ts";
import { tableOf } from "./native-columns.ts";
import {
  askBy,
  expectNoProblems,
  NATIVE_TIMEOUT,
  nativeProblems,
  nativeTable,
  readAll,
  SHARE,
} from "./native-table.ts";

const COLUMNS = [
  ["whole", "INTEGER NOT NULL", ["0", "-5", "9007199254740992", "7"]],
  ["half", "INT", ["1.5", "2", "NULL"]],
  ["big", "BIGINT", ["9007199254740993", "2", "NULL", "-9223372036854775808"]],
  ["price", "DECIMAL(10,2)", ["1.5", "0.1", "NULL", "3"]],
  ["size", "REAL", ["1.5", "1e300", "NULL"]],
  ["note", "TEXT", ["'a'", "'A'", "''", "NULL", "'é'", "'ab  '"]],
  ["folded", "VARCHAR(20) COLLATE NOCASE", ["'a'", "'A'", "''", "NULL", "'zz'"]],
  ["trimmed", "TEXT COLLATE RTRIM", ["'a'", "'a '", "NULL", "'b'"]],
  ["yes", "BOOLEAN", ["0", "1", "NULL"]],
  ["at", "TIMESTAMP", ["'2024-02-29T10:00:00.500Z'", "'1969-12-31T23:59:59.999Z'", "NULL"]],
  [
    "seen",
    "DATETIME",
    ["'2024-02-29 10:00:00'", "NULL", "'1969-12-31 23:59:59'", "'1899-12-31 23:59:59'"],
  ],
  ["day", "DATE", ["'2024-02-29'", "'1969-12-31'", "NULL", "'2298-12-31'", "'2299-01-01'"]],
  ["tags", "JSON", [`'["a","b"]'`, "NULL", "'[]'"]],
  ["doc", "JSON", [`'{"a":1}'`, "NULL"]],
  ["raw", "BLOB", ["x'dead'", "NULL", "x''"]],
] as const;

const ROWS = 12;

describeEngine(
  "SQLite's own types",
  () => openEngine("sqlite"),
  (engine) => {
    it("are fields that answer as memory does", { timeout: NATIVE_TIMEOUT }, async () => {
      for (const statement of tableOf("native", "id INTEGER PRIMARY KEY", COLUMNS, ROWS)) {
        await engine().execute(statement);
      }
      const table = await nativeTable(engine(), sqlite, "native");
      expect(table.refused).toEqual([]);
      expect(table.schema.fields.get("big")?.type).toBe("text");
      expect(new Set(table.records.map(({ big }) => big))).toEqual(
        new Set(["9007199254740993", "2", null, "-9223372036854775808"]),
      );
      expect(table.records.length).toBe(ROWS);
      expectNoProblems(await nativeProblems(table, SHARE));
      expect(table.tally.asked).toBeGreaterThan(500);
    });

    it("raise an error for a value of another type, beyond the sampled rows", async () => {
      await engine().execute("CREATE TABLE late (id INTEGER PRIMARY KEY, n INTEGER)");
      await engine().execute(
        "INSERT INTO late WITH RECURSIVE c(v) AS (SELECT 1 UNION ALL SELECT v + 1 FROM c LIMIT 1002) SELECT v, CASE WHEN v = 1001 THEN 'abc' ELSE v END FROM c",
      );
      const table = await describeTable(sqlite, askBy(engine()), "late");
      expect(table.columns.n).toEqual({ storage: "int" });
      await expect(readAll(engine(), sqlite, table)).rejects.toThrow(
        "the column `n` must be a finite number, but is the text `abc`",
      );
    });

    it("raise an error for a text in a column of fractions, beyond the sampled rows", async () => {
      await engine().execute("CREATE TABLE late_real (id INTEGER PRIMARY KEY, n REAL)");
      await engine().execute(
        "INSERT INTO late_real WITH RECURSIVE c(v) AS (SELECT 1 UNION ALL SELECT v + 1 FROM c LIMIT 1002) SELECT v, CASE WHEN v = 1001 THEN 'abc' ELSE 1e300 END FROM c",
      );
      const table = await describeTable(sqlite, askBy(engine()), "late_real");
      expect(table.columns.n).toEqual({ storage: "real" });
      await expect(readAll(engine(), sqlite, table)).rejects.toThrow(
        "the column `n` must be a finite number, but is the text `abc`",
      );
    });

    it("are blank for the 30th of February, and reading it is an error", async () => {
      await engine().execute("CREATE TABLE odd (id INTEGER PRIMARY KEY, d DATE, at DATETIME)");
      await engine().execute(
        "INSERT INTO odd VALUES (1, '2024-02-29', '2024-02-29 10:00:00'), (2, '2024-02-30', '2024-02-30 10:00:00'), (3, 'soon', '2024-02-29 10:00'), (4, NULL, NULL)",
      );
      const columns = {
        d: { storage: "yyyy-mm-dd" },
        at: { storage: "yyyy-mm-dd hh:mm:ss" },
      };
      const schema = defineSchema({ id: { type: "number", key: true }, d: "date", at: "date" });
      const table = { schema, table: ["odd"], columns };
      const ids = async (source: string): Promise<readonly unknown[]> => {
        const { text, params } = toQuery(sqlite, {
          ...table,
          fields: ["id"],
          filter: compileOrThrow(source, schema),
          sort: [{ field: "id" }],
        });
        return (await engine().query(text, params)).map(([id]) => id);
      };
      for (const name of ["d", "at"]) {
        expect(await ids(`ISBLANK({${name}})`)).toEqual([2, 3, 4]);
        expect(await ids(`NOT({${name}} < "2024-04-01")`)).toEqual([2, 3, 4]);
        expect(await ids(`{${name}} < "2024-04-01"`)).toEqual([1]);
        expect(await ids(`{${name}} > "1999-01-01"`)).toEqual([1]);
        expect(await ids(`OR(DAY({${name}}) = 1, MONTH({${name}}) = 3)`)).toEqual([]);
        expect(await ids(`LEN({${name}} & "") > 0`)).toEqual([1]);
      }
      await expect(readAll(engine(), sqlite, table)).rejects.toThrow(
        "the column `d` must be a number of milliseconds since 1970, but is the text `2024-02-30`",
      );
    });

    it("are dates in numbers if the mapping says so", async () => {
      await engine().execute("CREATE TABLE numbers (id INTEGER PRIMARY KEY, s INT, j REAL)");
      await engine().execute(
        "INSERT INTO numbers VALUES (1, 1709200800, julianday('2024-02-29 10:00:00.500')), (2, -1, julianday('1969-12-31 23:59:59.999')), (3, NULL, NULL)",
      );
      const table = {
        schema: defineSchema({ id: { type: "number", key: true }, s: "date", j: "date" }),
        table: ["numbers"],
        columns: { s: { storage: "seconds since 1970" }, j: { storage: "julian day" } },
      };
      const records = await readAll(engine(), sqlite, table);
      expect(records.map(({ s, j }) => [s, j])).toEqual([
        [new Date("2024-02-29T10:00:00Z"), new Date("2024-02-29T10:00:00.500Z")],
        [new Date("1969-12-31T23:59:59Z"), new Date("1969-12-31T23:59:59.999Z")],
        [null, null],
      ]);
      const tally = { asked: 0, refused: 0 };
      const numbers = {
        ...table,
        refused: [],
        warnings: [],
        engine: engine(),
        dialect: sqlite,
        records,
        tally,
      };
      expectNoProblems(await nativeProblems(numbers, 1));
    });

    it("are found by the plain index of the column", async () => {
      await engine().execute(
        "CREATE TABLE indexed (id INTEGER PRIMARY KEY, n INT, d DATE, at DATETIME, f TEXT COLLATE NOCASE, t TEXT)",
      );
      await engine().execute(
        "INSERT INTO indexed VALUES (1, 1, '2024-02-29', '2024-02-29 10:00:00', 'a', 'a')",
      );
      for (const name of ["n", "d", "at", "f", "t"]) {
        await engine().execute(`CREATE INDEX by_${name} ON indexed (${name})`);
      }
      const table = await describeTable(sqlite, askBy(engine()), "indexed");
      const sources = {
        n: ["{n} = 5", "{n} < 5", "OR({n} = 5, {n} = 7)"],
        d: ["{d} = '2024-02-29'", "{d} < '2024-02-29'", "YEAR({d}) = 2024"],
        at: ["{at} >= '2024-02-29'"],
        f: ["{f} = 'a'", "OR({f} = 'a', {f} = 'b')"],
        t: ["{t} = 'a'", "{t} > 'a'", "STARTS_WITH({t}, 'a')"],
      };
      for (const [name, formulas] of Object.entries(sources)) {
        for (const source of formulas) {
          const { text, params } = toQuery(sqlite, {
            ...table,
            filter: compileOrThrow(source, table.schema),
            sort: [{ field: name }],
          });
          const plan = await engine().query(`EXPLAIN QUERY PLAN ${text}`, params);
          expect(plan.flat().join(" "), source).toContain(`USING INDEX by_${name}`);
        }
      }
    });
  },
);
