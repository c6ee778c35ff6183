import { expect, it } from "vitest";
import { describeTable } from "../../../../src/backends/sql/describe/describe-table.ts";
import { mariadb } from "../../../../src/backends/sql/dialects/mariadb.ts";
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
  ["yes", "TINYINT(1)", ["0", "1", "NULL"]],
  ["flag", "BIT(1)", ["b'0'", "b'1'", "NULL"]],
  ["bits", "BIT(9)", ["b'101'", "NULL", "b'111111111'"]],
  ["tiny", "TINYINT UNSIGNED", ["0", "255", "NULL"]],
  ["whole", "INT NOT NULL", ["0", "-2147483648", "2147483647", "7"]],
  ["big", "BIGINT", ["1", "9007199254740992", "-9223372036854775808", "NULL"]],
  ["wide", "BIGINT UNSIGNED", ["1", "9223372036854775808", "0", "NULL"]],
  ["price", "DECIMAL(12,2)", ["1.50", "0.10", "NULL", "-9999999999.99", "0.30"]],
  ["amount", "DECIMAL(30,10)", ["1.5", "0.1", "NULL", "12345678901234567.1"]],
  ["one", "FLOAT", ["0.1", "1.5", "NULL"]],
  ["two", "DOUBLE", ["0.1", "1.5", "NULL", "1e300"]],
  ["note", "TEXT", ["'a'", "'A'", "''", "NULL", "'é'", "'ab  '"]],
  ["name", "VARCHAR(20) COLLATE utf8mb4_general_ci", ["'a'", "'B'", "'ß'", "NULL", "'a '"]],
  ["bin", "VARCHAR(20) COLLATE utf8mb4_bin", ["'a'", "'B'", "'É'", "NULL", "'zz'"]],
  ["by_code", "VARCHAR(20) COLLATE utf8mb4_nopad_bin", ["'a'", "'B'", "''", "NULL", "'zz'"]],
  ["code", "CHAR(4)", ["'a'", "'ab'", "'abcd'", "NULL", "''"]],
  ["old", "VARCHAR(20) CHARACTER SET latin1", ["'a'", "'A'", "'é'", "NULL", "''"]],
  ["short", "VARCHAR(20) CHARACTER SET utf8mb3", ["'a'", "'é'", "NULL"]],
  ["mood", "ENUM('ok', 'sad', 'Happy', 'it''s')", ["'ok'", "'sad'", "NULL", "'Happy'", "'it''s'"]],
  ["tags", "SET('a', 'b', 'zz')", ["'a,b'", "NULL", "''", "'zz'"]],
  [
    "day",
    "DATE",
    ["'2024-02-29'", "'1969-12-31'", "NULL", "'1899-12-31'", "'2298-12-31'", "'2299-01-01'"],
  ],
  [
    "at",
    "DATETIME(6)",
    ["'2024-02-29 10:00:00.500900'", "'1969-12-31 23:59:59.999900'", "NULL", "'2024-02-29'"],
  ],
  ["at0", "DATETIME", ["'2024-02-29 10:00:00'", "NULL", "'1900-01-01'"]],
  ["stamp", "TIMESTAMP(3) NULL", ["'2024-02-29 10:00:00.5'", "NULL"]],
  ["hour", "TIME", ["'10:00:00'", "NULL", "'-01:00:00'", "'00:00:00'"]],
  ["born", "YEAR", ["2024", "NULL", "1901"]],
  [
    "uid",
    "UUID",
    ["'a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11'", "'00000000-0000-0000-0000-000000000000'", "NULL"],
  ],
  ["ip", "INET6", ["'::1'", "'2001:db8::ff'", "NULL"]],
  ["doc", "JSON", [`'{"a": 1}'`, "NULL"]],
  ["raw", "VARBINARY(9)", ["x'dead'", "x''", "NULL", "x'de'"]],
  ["fixed", "BINARY(2)", ["x'dead'", "NULL", "x'de'"]],
  ["twice", "INT AS (whole DIV 2) STORED", []],
];

const ROWS = 12;

describeEngine(
  "MariaDB's own types",
  () => openEngine("mariadb"),
  (engine) => {
    it("are fields that answer as memory does", { timeout: NATIVE_TIMEOUT }, async () => {
      await engine().execute("SET time_zone = '+00:00'");
      for (const statement of tableOf("native", "id INT PRIMARY KEY", COLUMNS, ROWS)) {
        await engine().execute(statement);
      }
      const table = await nativeTable(engine(), mariadb, "native");
      expect(table.refused).toEqual([]);
      expect(table.records.length).toBe(ROWS);
      expectNoProblems(await nativeProblems(table, SHARE));
      expect(table.tally.asked).toBeGreaterThan(800);
    });

    it("are exact as texts, and lists if a comment says so", {
      timeout: NATIVE_TIMEOUT,
    }, async () => {
      await engine().execute(
        "CREATE TABLE told (id BIGINT PRIMARY KEY, tags TEXT COMMENT 'list of texts, with commas', items JSON COMMENT 'list of texts')",
      );
      await engine().execute(
        `INSERT INTO told VALUES (9007199254740993, 'a,B', '["a", "B"]'), (-9223372036854775808, '', '[]'), (1, NULL, NULL), (9223372036854775807, 'zz', '["zz"]')`,
      );
      const [[database] = []] = await engine().query("SELECT DATABASE()");
      const table = await nativeTable(engine(), mariadb, `${database}.told`);
      expect(table.schema.toJSON().fields).toEqual({
        id: { type: "text", key: true },
        tags: "list",
        items: "list",
      });
      expect(table.records).toEqual([
        { id: "-9223372036854775808", tags: null, items: null },
        { id: "1", tags: null, items: null },
        { id: "9007199254740993", tags: ["a", "B"], items: ["a", "B"] },
        { id: "9223372036854775807", tags: ["zz"], items: ["zz"] },
      ]);
      expectNoProblems(await nativeProblems(table, 1));
    });

    it("are found by the plain index of the column", async () => {
      const indexed = {
        whole: ["INT", "{whole} = 77", "{whole} < 10"],
        big: ["BIGINT", "{big} = 77", "{big} < 10"],
        price: ["DECIMAL(12,2)", "{price} = 0.77", "{price} < 0.1"],
        uid: ["UUID", "{uid} = '00000000-0000-0000-0000-000000000077'"],
        day: ["DATE", "{day} = '2001-01-01'", "{day} < '2000-01-05'"],
        at: ["DATETIME", "{at} < '2000-01-05'"],
        name: ["VARCHAR(20)", "{name} = 'n77'"],
        by_code: [
          "VARCHAR(20) COLLATE utf8mb4_nopad_bin",
          "{by_code} = 'n77'",
          "{by_code} < 'n10'",
        ],
      } as const;
      const values: Readonly<Record<string, string>> = {
        whole: "seq",
        big: "seq",
        price: "seq / 100",
        uid: "CONCAT('00000000-0000-0000-0000-', LPAD(seq, 12, '0'))",
        day: "DATE('2000-01-01') + INTERVAL seq DAY",
        at: "TIMESTAMP('2000-01-01') + INTERVAL seq DAY",
        name: "CONCAT('n', seq)",
        by_code: "CONCAT('n', seq)",
      };
      const names = Object.keys(indexed);
      const defined = Object.entries(indexed).map(
        ([name, [type]]) => `${name} ${type} NOT NULL, KEY by_${name} (${name})`,
      );
      await engine().execute(`CREATE TABLE indexed (id INT PRIMARY KEY, ${defined.join(", ")})`);
      await engine().execute(
        `INSERT INTO indexed SELECT seq, ${names.map((name) => values[name]).join(", ")} FROM seq_1_to_5000`,
      );
      await engine().execute("ANALYZE TABLE indexed");
      const table = await describeTable(mariadb, askBy(engine()), "indexed");
      for (const [name, [, ...sources]] of Object.entries(indexed)) {
        for (const source of sources) {
          const { text, params } = toQuery(mariadb, {
            ...table,
            fields: ["id"],
            filter: compileOrThrow(source, table.schema),
          });
          const plan = await engine().query(`EXPLAIN ${text}`, params);
          expect(plan.flat().map(String), `${source} ${text}`).toContain(`by_${name}`);
          expect(plan.flat().map(String)).not.toContain("ALL");
        }
      }
    });
  },
  { isOptional: true },
);
