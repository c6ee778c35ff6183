import { expect, it } from "vitest";
import { describeTable } from "../../../../src/backends/sql/describe/describe-table.ts";
import { clickhouse } from "../../../../src/backends/sql/dialects/clickhouse.ts";
import { compileOrThrow, defineSchema } from "../../../../src/index.ts";
import { describeEngine } from "../../../engines/describe-engine.ts";
import { openEngine } from "../../../engines/engine.ts";
import { accessOf } from "../plans.ts";
import { type NativeColumn, tableOf } from "./native-columns.ts";
import {
  askBy,
  expectNoProblems,
  NATIVE_TIMEOUT,
  nativeProblems,
  nativeTable,
  readAll,
  SHARE,
} from "./native-table.ts";

const COLUMNS: readonly NativeColumn[] = [
  ["yes", "Nullable(Bool)", ["true", "false", "NULL"]],
  ["tiny", "UInt8", ["0", "255", "7"]],
  ["short", "Nullable(Int16)", ["0", "-32768", "NULL"]],
  ["whole", "Int32", ["0", "-2147483648", "2147483647", "7"]],
  ["big", "Nullable(Int64)", ["1", "9007199254740992", "-9223372036854775808", "NULL"]],
  ["wide", "Nullable(UInt64)", ["1", "9223372036854775808", "0", "NULL"]],
  ["huge", "Nullable(Int128)", ["1", "'-170141183460469231731687303715884105728'", "NULL"]],
  ["vast", "UInt256", ["1", "'340282366920938463463374607431768211457'", "0"]],
  ["price", "Nullable(Decimal(12, 2))", ["1.50", "0.10", "NULL", "-9999999999.99", "0.30"]],
  ["small", "Decimal(3, 3)", ["0.5", "0.05", "-0.999"]],
  ["amount", "Nullable(Decimal(30, 10))", ["1.5", "0.1", "NULL", "'12345678901234567.1'"]],
  ["one", "Nullable(Float32)", ["0.1", "1.5", "NULL"]],
  ["two", "Nullable(Float64)", ["0.1", "1.5", "NULL", "1e300"]],
  ["note", "Nullable(String)", ["'a'", "'A'", "''", "NULL", "'é'", "'ab  '"]],
  ["label", "LowCardinality(Nullable(String))", ["'a'", "'A'", "''", "NULL", "'zz'"]],
  ["code", "Nullable(FixedString(4))", ["'a'", "'ab'", "'abcd'", "NULL", "''", "'éé'"]],
  [
    "mood",
    "Nullable(Enum8('ok' = 1, 'sad' = -2, 'Happy' = 3, 'it\\'s' = 4))",
    ["'ok'", "'sad'", "NULL", "'Happy'", "'it\\'s'"],
  ],
  ["level", "Enum16('' = 0, 'high' = 1000, 'a\\\\b' = 2)", ["''", "'high'", "'a\\\\b'"]],
  [
    "uid",
    "Nullable(UUID)",
    [
      "'a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11'",
      "'00000000-0000-0000-0000-000000000000'",
      "NULL",
      "'ffffffff-9c0b-4ef8-bb6d-6bb9bd380a11'",
    ],
  ],
  ["ip", "Nullable(IPv4)", ["'127.0.0.1'", "'9.9.9.9'", "NULL"]],
  ["ip6", "Nullable(IPv6)", ["'::1'", "'2001:db8::ff'", "NULL"]],
  ["day", "Nullable(Date)", ["'2024-02-29'", "'1970-01-01'", "NULL", "'2149-06-06'"]],
  [
    "far",
    "Nullable(Date32)",
    ["'2024-02-29'", "'1969-12-31'", "NULL", "'1900-01-01'", "'2298-12-31'", "'2299-01-01'"],
  ],
  ["sec", "Nullable(DateTime)", ["'2024-02-29 10:00:00'", "0", "NULL"]],
  ["sec_ny", "DateTime('America/New_York')", ["'2024-02-29 10:00:00'", "1"]],
  [
    "milli",
    "Nullable(DateTime64(3, 'UTC'))",
    ["'2024-02-29 10:00:00.500'", "'1969-12-31 23:59:59.999'", "NULL", "'1900-01-01 00:00:00'"],
  ],
  [
    "micro",
    "Nullable(DateTime64(6, 'Asia/Kathmandu'))",
    ["'2024-02-29 10:00:00.500900'", "'1969-12-31 23:59:59.999900'", "NULL"],
  ],
  [
    "finer",
    "Nullable(DateTime64(8, 'UTC'))",
    [
      "'2024-02-29 10:00:00.50090001'",
      "'1969-12-31 23:59:59.99999999'",
      "NULL",
      "'2298-12-31 23:59:59.99999999'",
    ],
  ],
  [
    "nano",
    "Nullable(DateTime64(9, 'UTC'))",
    [
      "'2024-02-29 10:00:00.500999999'",
      "'1969-12-31 23:59:59.999999999'",
      "NULL",
      "'1900-01-01 00:00:00'",
    ],
  ],
  ["tags", "Array(String)", ["['a', 'B']", "[]", "['1']"]],
  ["holes", "Array(Nullable(String))", ["['a', NULL]", "[]", "[NULL]"]],
  ["cards", "Array(LowCardinality(String))", ["['a', 'zz']", "[]"]],
  ["uids", "Array(UUID)", ["['a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11']", "[]"]],
  ["moods", "Array(Enum8('a' = 1, 'zz' = 2))", ["['a', 'zz']", "['zz']", "[]"]],
  ["wholes", "Array(Nullable(Int64))", ["[1, 9007199254740993]", "[-1, NULL]", "[]"]],
  ["merged", "SimpleAggregateFunction(max, UInt32)", ["1", "2"]],
];

const REFUSED: readonly NativeColumn[] = [
  ["pairs", "Map(String, UInt8)", []],
  ["rec", "Tuple(a UInt8, b String)", []],
  ["doc", "JSON", []],
  ["either", "Variant(String, UInt8)", []],
  ["any", "Dynamic", []],
  ["lists", "Array(Array(String))", []],
  ["halves", "Array(Float64)", []],
  ["half", "BFloat16", []],
  ["place", "Point", []],
  ["state", "AggregateFunction(sum, UInt64)", []],
  ["gone", "UInt8 EPHEMERAL", []],
];

const ROWS = 12;

describeEngine(
  "ClickHouse's own types",
  () => openEngine("clickhouse"),
  (engine) => {
    it("are fields that answer as memory does", { timeout: NATIVE_TIMEOUT }, async () => {
      const computed: NativeColumn = ["twice", "Int64 ALIAS whole * 2", []];
      const columns = [...COLUMNS, computed];
      const suffix = "ENGINE = MergeTree ORDER BY id COMMENT 'one record for each key'";
      for (const statement of tableOf("native", "id UInt32", columns, ROWS, suffix)) {
        await engine().execute(statement);
      }
      const table = await nativeTable(engine(), clickhouse, "native");
      expect(table.refused).toEqual([]);
      expect(table.records.length).toBe(ROWS);
      expectNoProblems(await nativeProblems(table, SHARE));
      expect(table.tally.asked).toBeGreaterThan(1000);
    });

    it("are found by the primary key, which skips parts", async () => {
      const indexed = {
        whole: ["Int32", "number", "{whole} = 77", "{whole} < 10"],
        big: ["Int64", "number", "{big} = 77", "{big} < 10"],
        huge: ["UInt256", "number", "{huge} = '77'"],
        price: ["Decimal(12, 2)", "number / 100", "{price} = 0.77", "{price} < 0.1"],
        uid: [
          "UUID",
          "toUUID(concat('00000000-0000-0000-0000-', leftPad(toString(number), 12, '0')))",
          "{uid} = '00000000-0000-0000-0000-000000000077'",
        ],
        ip: ["IPv4", "toIPv4(toUInt32(number))", "{ip} = '0.0.0.77'"],
        day: ["Date32", "toDate32('1950-01-01') + number % 100000", "{day} < '1950-02-01'"],
        short: ["Date", "toDate('1980-01-01') + number % 50000", "{short} = '1980-02-01'"],
        sec: ["DateTime('UTC')", "toDateTime(number, 'UTC')", "{sec} < '1970-01-01T00:01:00Z'"],
        nano: [
          "DateTime64(9, 'UTC')",
          "toDateTime64(number, 9, 'UTC')",
          "{nano} < '1970-01-01T00:01:00Z'",
        ],
        mood: ["Enum8('a' = 1, 'b' = 2)", "if(number = 7, 'a', 'b')", "{mood} = 'a'"],
        code: ["FixedString(8)", "leftPad(toString(number), 8, '0')", "{code} = '00000077'"],
      } as const;
      for (const [name, [type, value, ...sources]] of Object.entries(indexed)) {
        await engine().execute(
          `CREATE TABLE by_${name} (${name} ${type}) ENGINE = MergeTree ORDER BY ${name}`,
        );
        await engine().execute(
          `INSERT INTO by_${name} SELECT ${value} FROM numbers(100000) ORDER BY 1`,
        );
        const table = await describeTable(clickhouse, askBy(engine()), `by_${name}`);
        for (const source of sources) {
          const formula = compileOrThrow(source, table.schema);
          const { where, params } = formula.toSql(clickhouse, table);
          const statement = { text: `SELECT count() FROM by_${name} WHERE ${where}`, params };
          const { reads, plan } = await accessOf(engine(), statement, 100_000);
          expect(reads, `${source} ${where}: ${plan}`).toBe("part");
        }
      }
    });

    it("may stand in wrappers in a mapping that is written by hand", async () => {
      await engine().execute(
        "CREATE TABLE wrapped (id String, size LowCardinality(Nullable(String)), n Nullable(Int64), at Nullable(DateTime('UTC')), yes Nullable(Bool)) ENGINE = MergeTree ORDER BY id",
      );
      await engine().execute(
        "INSERT INTO wrapped VALUES ('1', 's', 5, '2024-02-29 12:00:00', true), ('2', NULL, NULL, NULL, NULL)",
      );
      const schema = defineSchema({
        id: { type: "text", key: true },
        size: "text",
        n: "number",
        at: "date",
        yes: "boolean",
      });
      const columns = {
        size: { storage: "LowCardinality(Nullable(String))" },
        n: { storage: "Nullable(Int64)" },
        at: { storage: "Nullable(DateTime('UTC'))" },
        yes: { storage: "Nullable(Bool)" },
      };
      const table = { schema, table: ["wrapped"], columns };
      expect(await readAll(engine(), clickhouse, table)).toEqual([
        { id: "1", size: "s", n: 5, at: new Date("2024-02-29T12:00:00Z"), yes: true },
        { id: "2", size: null, n: null, at: null, yes: null },
      ]);
    });

    it("are refused by name if no field stands for them", async () => {
      const columns = REFUSED.map(([name, type]) => `${name} ${type}`);
      await engine().execute(
        `CREATE TABLE refused (id UInt64, ${columns.join(", ")}, inner Nested(x String, y UInt8))
         ENGINE = MergeTree ORDER BY id COMMENT 'one record for each key'`,
      );
      const { schema, refused } = await describeTable(clickhouse, askBy(engine()), "refused");
      expect(schema.key).toMatchObject({ name: "id", type: "text" });
      expect([...schema.fields.keys()]).toEqual(["id", "inner.x", "inner.y"]);
      expect(refused.map(({ column }) => column)).toEqual(REFUSED.map(([name]) => name));
      for (const { reason } of refused) expect(reason).toMatch(/make a|cannot be read/);
      await expect(describeTable(clickhouse, askBy(engine()), "a.b.c")).rejects.toThrow(
        'there is no table `a.b.c`, or it has no columns: the dots divide a name into parts; a list, such as `["a.b.c"]`, has a name with dots',
      );
    });
  },
);
