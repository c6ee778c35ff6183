import { expect, it } from "vitest";
import { describeTable } from "../../../../src/backends/sql/describe/describe-table.ts";
import { duckdb } from "../../../../src/backends/sql/dialects/duckdb.ts";
import { DUCKDB_TYPES } from "../../../../src/backends/sql/dialects/duckdb-types.ts";
import { toQuery } from "../../../../src/backends/sql/query/sql-query.ts";
import { compileOrThrow } from "../../../../src/index.ts";
import { describeEngine } from "../../../engines/describe-engine.ts";
import { openEngine } from "../../../engines/engine.ts";
import { type NativeColumn, tableOf } from "./native-columns.ts";
import {
  askBy,
  expectNoProblems,
  NATIVE_TIMEOUT,
  nativeProblems,
  nativeTable,
  SHARE,
} from "./native-table.ts";

const COLUMNS: readonly NativeColumn[] = [
  ["yes", "BOOLEAN", ["true", "false", "NULL"]],
  ["tiny", "UTINYINT", ["0", "255", "NULL"]],
  ["short", "SMALLINT", ["0", "-32768", "NULL"]],
  ["whole", "INTEGER NOT NULL", ["0", "-2147483648", "2147483647", "7"]],
  ["big", "BIGINT", ["1", "9007199254740992", "-9223372036854775808", "NULL"]],
  ["wide", "UBIGINT", ["1", "9223372036854775808", "0", "NULL"]],
  ["huge", "HUGEINT", ["1", "-170141183460469231731687303715884105728", "36893488147419111424"]],
  ["vast", "UHUGEINT", ["1", "NULL", "170141183460469231731687303715884105728"]],
  ["price", "DECIMAL(12,2)", ["1.50", "0.10", "NULL", "-9999999999.99", "0.30"]],
  ["small", "DECIMAL(3,3)", ["0.5", "0.05", "NULL", "-0.999"]],
  ["amount", "DECIMAL(30,10)", ["1.5", "0.1", "NULL", "12345678901234567.1"]],
  ["one", "FLOAT", ["0.1", "1.5", "NULL"]],
  ["two", "DOUBLE", ["0.1", "1.5", "NULL", "1e300"]],
  ["note", "VARCHAR", ["'a'", "'A'", "''", "NULL", "'é'", "'ab  '"]],
  ["folded", "VARCHAR COLLATE NOCASE", ["'a'", "'A'", "''", "NULL", "'zz'"]],
  ["plain", "VARCHAR COLLATE NOCASE.NOACCENT", ["'é'", "'A'", "'E'", "NULL", "'zz'"]],
  ["mood", "ENUM('ok', 'sad', 'Happy', 'it''s')", ["'ok'", "'sad'", "NULL", "'Happy'", "'it''s'"]],
  [
    "day",
    "DATE",
    ["'2024-02-29'", "'1969-12-31'", "NULL", "'infinity'", "'1899-12-31'", "'5000000-01-01'"],
  ],
  [
    "moment",
    "TIMESTAMP",
    ["'2024-02-29 10:00:00.500900'", "'1969-12-31 23:59:59.999900'", "NULL", "'infinity'"],
  ],
  [
    "stamp",
    "TIMESTAMPTZ",
    ["'2024-02-29 10:00:00.500900+02'", "'1969-12-31 23:59:59.999900Z'", "NULL", "'-infinity'"],
  ],
  ["sec", "TIMESTAMP_S", ["'2024-02-29 10:00:00'", "'1969-12-31 23:59:59'", "NULL", "'infinity'"]],
  ["milli", "TIMESTAMP_MS", ["'2024-02-29 10:00:00.5'", "'1969-12-31 23:59:59.999'", "NULL"]],
  [
    "nano",
    "TIMESTAMP_NS",
    ["'2024-02-29 10:00:00.500999999'", "'1969-12-31 23:59:59.999999999'", "NULL", "'infinity'"],
  ],
  ["hour", "TIME", ["'10:00:00'", "NULL", "'23:59:59.5'", "'00:00:00'"]],
  ["zoned", "TIMETZ", ["'10:00:00+02'", "NULL", "'10:00:00+00'"]],
  ["span", "INTERVAL", ["INTERVAL 1 MONTH", "INTERVAL 30 DAYS", "NULL", "INTERVAL 1 SECOND"]],
  [
    "uid",
    "UUID",
    [
      "'a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11'",
      "'00000000-0000-0000-0000-000000000000'",
      "NULL",
      "'ffffffff-9c0b-4ef8-bb6d-6bb9bd380a11'",
    ],
  ],
  ["raw", "BLOB", ["'\\xDE\\xAD'::BLOB", "''::BLOB", "NULL", "'\\xDE'::BLOB"]],
  ["bits", "BIT", ["'101'", "NULL", "'1'"]],
  ["doc", "JSON", [`'{"a": 1}'`, "NULL", "'null'"]],
  ["labels", "JSON", [`'["a","b"]'`, "NULL", "'[]'"]],
  ["tags", "VARCHAR[]", ["['a', 'B']", "NULL", "[]", "['a', NULL]", "[NULL]"]],
  ["pair", "VARCHAR[2]", ["['a', 'zz']", "NULL", "['1', NULL]"]],
  ["uids", "UUID[]", ["['a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11']", "NULL", "[]"]],
  ["moods", "ENUM('a', 'zz')[]", ["['a', 'zz']", "NULL", "['zz']"]],
  ["wholes", "BIGINT[]", ["[1, 9007199254740993]", "NULL", "[-1, NULL]"]],
];

const REFUSED: readonly NativeColumn[] = [
  ["record", "STRUCT(a INTEGER, b VARCHAR)", []],
  ["map", "MAP(VARCHAR, INTEGER)", []],
  ["either", "UNION(num INTEGER, str VARCHAR)", []],
  ["nested", "VARCHAR[][]", []],
  ["halves", "DOUBLE[]", []],
  ["records", "STRUCT(a INTEGER)[]", []],
];

const ROWS = 12;

describeEngine(
  "DuckDB's own types",
  () => openEngine("duckdb"),
  (engine) => {
    it("are fields that answer as memory does", { timeout: NATIVE_TIMEOUT }, async () => {
      const generated: NativeColumn = ["twice", "INTEGER AS (tiny + 1::INTEGER)", []];
      const columns = [...COLUMNS, generated];
      for (const statement of tableOf("native", "id INTEGER PRIMARY KEY", columns, ROWS)) {
        await engine().execute(statement);
      }
      const table = await nativeTable(engine(), duckdb, "native");
      expect(table.refused).toEqual([]);
      expect(table.records.length).toBe(ROWS);
      expectNoProblems(await nativeProblems(table, SHARE));
      expect(table.tally.asked).toBeGreaterThan(1000);
    });

    it("are found by the plain index of the column", async () => {
      const indexed = {
        whole: ["INTEGER", "i", "{whole} = 77", "{whole} < 10"],
        big: ["BIGINT", "i", "{big} = 77", "{big} < 10", "{big} > 4990.5"],
        huge: ["HUGEINT", "i", "{huge} = 77", "{huge} < 10"],
        price: ["DECIMAL(12,2)", "i / 100", "{price} = 0.77", "{price} < 0.1"],
        uid: [
          "UUID",
          "printf('00000000-0000-0000-0000-%012d', i)",
          "{uid} = '00000000-0000-0000-0000-000000000077'",
        ],
        name: ["VARCHAR", "'n' || i", "{name} = 'n77'"],
        hour: ["TIME", "TIME '00:00:00' + to_seconds(i)", "{hour} = '00:01:17'"],
      } as const;
      const defined = Object.entries(indexed).map(([name, [type]]) => `${name} ${type} NOT NULL`);
      await engine().execute(
        `CREATE TABLE indexed (id INTEGER PRIMARY KEY, ${defined.join(", ")})`,
      );
      const values = Object.values(indexed).map(([, value]) => value);
      await engine().execute(
        `INSERT INTO indexed SELECT i, ${values.join(", ")} FROM range(5000) AS r(i)`,
      );
      for (const name of Object.keys(indexed)) {
        await engine().execute(`CREATE INDEX by_${name} ON indexed (${name})`);
      }
      const table = await describeTable(duckdb, askBy(engine()), "indexed");
      for (const [, , ...sources] of Object.values(indexed)) {
        for (const source of sources) {
          const { text, params } = toQuery(duckdb, {
            ...table,
            fields: ["id"],
            filter: compileOrThrow(source, table.schema),
          });
          // DuckDB chooses an index at run time.
          const plan = await engine().query(`EXPLAIN ANALYZE ${text}`, params);
          expect(plan.flat().join("\n"), `${source} ${text}`).toContain("Index Scan");
        }
      }
    });

    it("are bytes in hexadecimal digits, for each form that the driver returns", () => {
      const blob = DUCKDB_TYPES.find(({ names }) => names[0] === "blob");
      const { cell } = blob?.fields.text?.({ name: "blob", args: [] }) ?? {};
      expect(cell?.(new Uint8Array([0xde, 0, 0x61]))).toBe("de0061");
      expect(cell?.("\\xDE\\x00a")).toBe("de0061");
      expect(cell?.({ toString: () => "\\x5Cx" })).toBe("5c78");
      expect(cell?.("")).toBe("");
      expect(cell?.(null)).toBeNull();
    });

    it("are refused by name if no field stands for them", async () => {
      const columns = REFUSED.map(([name, type]) => `"${name}" ${type}`);
      await engine().execute(`CREATE TABLE refused (id BIGINT PRIMARY KEY, ${columns.join(", ")})`);
      const { schema, refused } = await describeTable(duckdb, askBy(engine()), "main.refused");
      expect(schema.key).toMatchObject({ name: "id", type: "text" });
      expect(refused.map(({ column }) => column)).toEqual(REFUSED.map(([name]) => name));
      for (const { reason } of refused) expect(reason).toContain("make a view");
      await expect(describeTable(duckdb, askBy(engine()), "a.b.c.d")).rejects.toThrow(
        "there is no table",
      );
    });
  },
);
