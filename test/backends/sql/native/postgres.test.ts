import { expect, it } from "vitest";
import { describeTable } from "../../../../src/backends/sql/describe/describe-table.ts";
import { postgres } from "../../../../src/backends/sql/dialects/postgres.ts";
import { toQuery } from "../../../../src/backends/sql/query/sql-query.ts";
import type { SqlRecord } from "../../../../src/backends/sql/rows/record-reader.ts";
import { compileOrThrow, defineSchema } from "../../../../src/index.ts";
import { describeEngine } from "../../../engines/describe-engine.ts";
import { openEngine } from "../../../engines/engine.ts";
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

/** Columns of every type, each with the values of its rows as SQL. */
const COLUMNS: readonly NativeColumn[] = [
  ["small", "smallint", ["1", "-1", "32767", "NULL"]],
  ["whole", "integer NOT NULL", ["0", "-2147483648", "2147483647", "7"]],
  ["big", "bigint", ["1", "9007199254740992", "-9007199254740992", "NULL", "0"]],
  [
    "huge",
    "bigint",
    ["1", "1152921504606846976", "9007199254740994", "NULL", "-9223372036854775808"],
  ],
  ["price", "numeric(12,2)", ["1.50", "0.10", "NULL", "-9999999999.99", "0.30"]],
  [
    "amount",
    "numeric",
    ["1.5", "0.1", "NULL", "0.1000000000000000000001", "9007199254740993.5", "0.3"],
  ],
  ["part", "numeric(20,3)", ["1.5", "0.1", "NULL", "12345678901234567.891", "2"]],
  ["one", "real", ["0.1", "1.5", "NULL", "16777216"]],
  ["two", "double precision", ["0.1", "1.5", "NULL", "1e300"]],
  ["cash", "money", ["1.50", "0.10", "NULL", "-12.34"]],
  ["note", "text", ["'a'", "'A'", "''", "NULL", "'é'", "'ab  '", "'zz'"]],
  ["name", "varchar(20)", ["'a'", "'B'", "'ß'", "NULL", "'a b'"]],
  ["by_code", 'text COLLATE "C"', ["'a'", "'B'", "'É'", "NULL", "'zz'"]],
  ["other", 'text COLLATE "und-x-icu"', ["'A'", "'b'", "'é'", "NULL", "'a'"]],
  ["loose", "text COLLATE loose", ["'a'", "'A'", "'é'", "NULL", "''"]],
  ["code", "char(4)", ["'a'", "'ab'", "'abcd'", "NULL", "''"]],
  ["ci", "citext", ["'a'", "'A'", "'ß'", "NULL", "''"]],
  [
    "uid",
    "uuid NOT NULL",
    [
      "'a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11'",
      "'00000000-0000-0000-0000-000000000000'",
      "'ffffffff-ffff-ffff-ffff-ffffffffffff'",
    ],
  ],
  ["mood", "mood", ["'ok'", "'sad'", "NULL", "'Happy'", "'it''s'"]],
  ["size", "size NOT NULL", ["'a'", "'b'", "'c'"]],
  ["label", "label", ["'x'", "'yy'", "NULL"]],
  ["short", "short", ["'x'", "'yy'", "NULL"]],
  ["yes", "boolean", ["true", "false", "NULL"]],
  [
    "day",
    "date",
    [
      "'2024-02-29'",
      "'1969-12-31'",
      "NULL",
      "'infinity'",
      "'1899-12-31'",
      "'2298-12-31'",
      "'2299-01-01'",
    ],
  ],
  [
    "at",
    "timestamptz",
    [
      "'2024-02-29T10:00:00.5009Z'",
      "'1969-12-31T23:59:59.9999Z'",
      "NULL",
      "'infinity'",
      "'2024-02-29Z'",
    ],
  ],
  ["at3", "timestamptz(3)", ["'2024-02-29T10:00:00.500Z'", "NULL", "'-infinity'", "'2024-02-29Z'"]],
  ["plain", "timestamp", ["'2024-02-29T10:00:00.5009'", "NULL", "'1900-01-01'", "'2024-02-29'"]],
  ["hour", "time", ["'10:00:00'", "'10:00:00.5'", "NULL", "'24:00:00'", "'00:00:00'"]],
  ["zoned", "timetz", ["'10:00:00+02'", "NULL"]],
  ["doc", "json", [`'{"a": 1}'`, "NULL", "'[1,2]'"]],
  ["docb", "jsonb", [`'{"b":1,"a":2}'`, "NULL", `'["a"]'`]],
  [
    "tags",
    "text[]",
    [
      "ARRAY['a','b']",
      "NULL",
      "'{}'",
      "ARRAY['a',NULL]",
      "ARRAY[['a','b'],['c','A']]",
      "ARRAY['']",
    ],
  ],
  ["labels", "varchar(10)[]", ["ARRAY['a','b']", "NULL", "'{}'", "ARRAY['zz']"]],
  ["uids", "uuid[]", ["ARRAY['a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11'::uuid]", "NULL", "'{}'"]],
  ["ints", "int[]", ["ARRAY[1,-1]", "NULL", "'{}'", "ARRAY[0,NULL]"]],
  ["moods", "mood[]", ["ARRAY['ok','sad']::mood[]", "NULL", "'{}'"]],
  ["ip", "inet", ["'127.0.0.1'", "'127.0.0.1/8'", "NULL", "'::1'", "'::ffff:1.2.3.4'"]],
  ["net", "cidr", ["'10.0.0.0/8'", "NULL"]],
  ["mac", "macaddr", ["'08:00:2b:01:02:03'", "NULL"]],
  ["raw", "bytea", ["'\\xdead'", "'\\x'", "NULL", "'\\xde'", "'\\xdf00'"]],
  ["flags", "bit(3)", ["B'101'", "NULL"]],
  ["page", "xml", ["'<a>1</a>'", "'plain'", "NULL", "'<a b=\"c\"/>'"]],
  ["twice", "integer GENERATED ALWAYS AS (whole / 2) STORED", []],
];

const TYPES = `CREATE EXTENSION IF NOT EXISTS citext; CREATE COLLATION loose (provider = icu, locale = 'und-u-ks-level1', deterministic = false);
  CREATE TYPE mood AS ENUM ('ok', 'sad', 'Happy', 'it''s'); CREATE TYPE size AS ENUM ('a', 'b', 'c');
  CREATE DOMAIN label AS varchar(5); CREATE DOMAIN short AS label CHECK (VALUE <> 'no');`;

const ROWS = 12;

/** The share of a field's constants that each question is tested with. */

describeEngine(
  "PostgreSQL's own types",
  () => openEngine("postgres"),
  (engine) => {
    it("are fields that answer as memory does", { timeout: NATIVE_TIMEOUT }, async () => {
      await engine().execute(TYPES);
      for (const statement of tableOf("native", "id integer PRIMARY KEY", COLUMNS, ROWS)) {
        await engine().execute(statement);
      }
      const table = await nativeTable(engine(), postgres, "public.native");
      expect(table.refused).toEqual([]);
      expect(table.records.length).toBe(ROWS);
      expectNoProblems(await nativeProblems(table, SHARE));
      const { asked, refused } = table.tally;
      expect(asked).toBeGreaterThan(1000);
      expect(refused / asked).toBeLessThan(0.1);
    });

    it("are the same in a foreign table", { timeout: NATIVE_TIMEOUT }, async () => {
      const { host, port, database } = engine().connection;
      for (const statement of [
        "CREATE EXTENSION postgres_fdw",
        `CREATE SERVER itself FOREIGN DATA WRAPPER postgres_fdw OPTIONS (host '${host}', port '${port}', dbname '${database}')`,
        "CREATE USER MAPPING FOR CURRENT_USER SERVER itself OPTIONS (user 'postgres')",
        "CREATE SCHEMA far",
        "IMPORT FOREIGN SCHEMA public LIMIT TO (native) FROM SERVER itself INTO far",
      ]) {
        await engine().execute(statement);
      }
      const near = await nativeTable(engine(), postgres, "public.native");
      const far = await nativeTable(engine(), postgres, "far.native", "id");
      expect(far.refused).toEqual([]);
      expect(far.records).toEqual(near.records);
      expectNoProblems(await nativeProblems(far, SHARE / 40));
    });

    it("the values of native types are read exactly", async () => {
      const { records } = await nativeTable(engine(), postgres, "public.native");
      const valuesOf = (name: string): readonly unknown[] => [
        ...new Map(records.map((record) => [JSON.stringify(record[name]), record[name]])).values(),
      ];
      const expected: Readonly<Record<string, readonly unknown[]>> = {
        huge: [1, 2 ** 60, 2 ** 53 + 2, null, -(2 ** 63)],
        price: [1.5, 0.1, null, -9999999999.99, 0.3],
        cash: [1.5, 0.1, null, -12.34],
        code: ["a", "ab", "abcd", null],
        uid: [
          "a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11",
          "00000000-0000-0000-0000-000000000000",
          "ffffffff-ffff-ffff-ffff-ffffffffffff",
        ],
        mood: ["ok", "sad", null, "Happy", "it's"],
        day: [new Date("2024-02-29"), new Date("1969-12-31"), null, new Date("2298-12-31")],
        at: [
          new Date("2024-02-29T10:00:00.500Z"),
          new Date("1969-12-31T23:59:59.999Z"),
          null,
          new Date("2024-02-29"),
        ],
        plain: [
          new Date("2024-02-29T10:00:00.500Z"),
          null,
          new Date("1900-01-01"),
          new Date("2024-02-29"),
        ],
        hour: ["10:00:00", "10:00:00.5", null, "24:00:00", "00:00:00"],
        docb: ['{"a": 2, "b": 1}', null, '["a"]'],
        tags: [["a", "b"], null, ["a"], ["a", "b", "c", "A"], [""]],
        ints: [["1", "-1"], null, ["0"]],
        moods: [["ok", "sad"], null],
        ip: ["127.0.0.1", "127.0.0.1/8", null, "::1", "::ffff:1.2.3.4"],
        net: ["10.0.0.0/8", null],
        raw: ["\\xdead", "\\x", null, "\\xde", "\\xdf00"],
        flags: ["101", null],
      };
      for (const [name, values] of Object.entries(expected)) {
        expect(new Set(valuesOf(name)), name).toEqual(new Set(values));
      }
    });

    it("are searched in lists of each type of text", async () => {
      await engine().execute(`CREATE TABLE sought (id int PRIMARY KEY, tags text[], labels varchar(9)[], doc jsonb, a varchar(9), b char(9), c text);
        INSERT INTO sought VALUES (1, '{x}', '{x}', '["x"]', 'x', 'x', 'x'), (2, '{x}', '{x}', '["x"]', 'y', 'y', 'y')`);
      const table = await describeTable(postgres, askBy(engine()), "sought");
      for (const list of ["tags", "labels", "doc"]) {
        for (const text of ["a", "b", "c"]) {
          const schema = defineSchema({
            id: { type: "number", key: true },
            [list]: "list",
            [text]: "text",
          });
          const filter = compileOrThrow(`HAS({${list}}, {${text}})`, schema);
          const columns = Object.fromEntries(
            [...schema.fields.keys()].map((name) => [name, table.columns[name] ?? {}]),
          );
          const found = await readAll(engine(), postgres, {
            schema,
            table: "sought",
            columns,
            filter,
          });
          expect(
            found.map(({ id }) => id),
            `${list} ${text}`,
          ).toEqual([1]);
        }
      }
    });

    it("are compared with constants out of their range, and with the largest", async () => {
      const most = BigInt(Number.MAX_VALUE);
      await engine().execute(`CREATE TABLE compared (id int PRIMARY KEY, ints int[], amount numeric, code char(4));
        INSERT INTO compared VALUES (1, '{1,2}', ${most}, 'x'), (2, '{3}', ${-most}, NULL), (3, NULL, 0.5, 'x y')`);
      const described = await describeTable(postgres, askBy(engine()), "compared");
      const fields = { ...described.schema.toJSON().fields, amount: "number" as const };
      const table = { ...described, schema: defineSchema(fields) };
      const all = await readAll(engine(), postgres, table);
      const formulas: Readonly<Record<string, readonly number[]>> = {
        'HASANY({ints}, "1", "x")': [1],
        'HASANY({ints}, "x", "01")': [],
        'NOT(HASANY({ints}, "x", "01"))': [1, 2, 3],
        'AND(HAS({ints}, "1"), HAS({ints}, "2"))': [1],
        'AND(HAS({ints}, "1"), HAS({ints}, "x"))': [],
        '{code} = "x"': [1],
        '{code} = "x "': [],
        '{code} != "x "': [1, 2, 3],
        "{amount} = 1.7976931348623157e308": [1],
        "{amount} <= 1.7976931348623157e308": [1, 2, 3],
        "{amount} >= 1.7976931348623157e308": [1],
        "{amount} = -1.7976931348623157e308": [2],
        "{amount} <= -1.7976931348623157e308": [2],
        "{amount} >= -1.7976931348623157e308": [1, 2, 3],
      };
      for (const [source, ids] of Object.entries(formulas)) {
        const filter = compileOrThrow(source, table.schema);
        const found = await readAll(engine(), postgres, { ...table, fields: ["id"], filter });
        expect(found.map(({ id }) => id).sort(), source).toEqual(ids);
        expect(
          filter
            .filter(all)
            .map(({ id }) => id)
            .sort(),
          source,
        ).toEqual(ids);
      }
    });

    it("are refused by name, with advice", async () => {
      await engine().execute(
        "CREATE TABLE shapes (id int PRIMARY KEY, took interval, spot point, span int4range)",
      );
      const { refused } = await describeTable(postgres, askBy(engine()), "shapes");
      expect(refused.map(({ column, type }) => `${column} ${type}`)).toEqual([
        "took interval",
        "spot point",
        "span int4range",
      ]);
      for (const { reason } of refused) expect(reason).toMatch(/: make a view or a generated/);
    });

    it("are texts if they are identifiers, or if a float64 would round one of the first rows", async () => {
      await engine().execute(`CREATE TABLE beyond (id bigint PRIMARY KEY, other bigint REFERENCES beyond, views bigint, few bigint, counted bigint GENERATED ALWAYS AS IDENTITY);
        INSERT INTO beyond VALUES (9007199254740993, NULL, 9007199254740993, 5), (2, 9007199254740993, 2, NULL)`);
      const table = await describeTable(postgres, askBy(engine()), "beyond");
      expect(
        Object.fromEntries([...table.schema.fields.values()].map(({ name, type }) => [name, type])),
      ).toEqual({
        id: "text",
        other: "text",
        views: "text",
        few: "number",
        counted: "number",
      });
      expect(table.warnings).toEqual([expect.stringContaining("`few` is bigint")]);
      expect(await readAll(engine(), postgres, table)).toEqual([
        { id: "2", other: "9007199254740993", views: "2", few: null, counted: 2 },
        { id: "9007199254740993", other: null, views: "9007199254740993", few: 5, counted: 1 },
      ]);
    });

    it("are found and ordered by the plain index of the column", async () => {
      const indexed = {
        whole: ["int", "i"],
        big: ["bigint", "i"],
        price: ["numeric(12,2)", "i / 100.0"],
        wide: ["numeric", "i"],
        uid: ["uuid", "lpad(to_hex(i), 32, '0')::uuid"],
        day: ["date", "date '2000-01-01' + i % 10000"],
        at: ["timestamptz", "timestamptz '2000-01-01Z' + i * interval '1 hour'"],
        name: ["varchar(20)", "'n' || i"],
        by_code: ['varchar(20) COLLATE "C"', "'n' || i"],
        code: ["char(9)", "'n' || i"],
        size: [
          "shirt",
          "(ARRAY['l', 'm', 's', 'xl', 'xs'])[1 + (i % 1000 = 7)::int + (i % 1000 = 8)::int * 2]::shirt",
        ],
        ci: ["citext", "'n' || i"],
        hour: ["time(0)", "time '00:00' + i * interval '4 seconds'"],
      } as const;
      const names = Object.keys(indexed);
      const columns = Object.entries(indexed);
      await engine().execute(`CREATE TYPE shirt AS ENUM ('m', 'l', 's', 'xl', 'xs');
        CREATE TABLE indexed (id bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY, ${columns.map(([name, [type]]) => `${name} ${type} NOT NULL${name === "by_code" ? " CHECK (by_code <> '')" : ""}`).join(", ")});
        INSERT INTO indexed (${names.join(", ")}) SELECT ${columns.map(([, [, value]]) => value).join(", ")} FROM generate_series(1, 20000) AS i;
        ${names.map((name) => `CREATE INDEX ON indexed (${name});`).join(" ")} ANALYZE indexed`);
      const table = await describeTable(postgres, askBy(engine()), "indexed");
      const planOf = async (
        source: string,
        { by, position }: { readonly by?: string; readonly position?: SqlRecord } = {},
      ): Promise<string> => {
        const { text, params } = toQuery(postgres, {
          ...table,
          columns: { ...table.columns, day: { ...table.columns.day, inRange: true } },
          fields: ["id"],
          filter: compileOrThrow(source, table.schema),
          sort: by === undefined ? [] : [{ field: by }],
          ...(position === undefined ? {} : { after: position }),
          ...(source === "TRUE()" ? { limit: 10 } : {}),
        });
        const plan = await engine().query(`EXPLAIN ${text}`, params);
        return `${source} ${text}\n${plan.flat().join("\n")}`;
      };
      const uid = "00000000-0000-0000-0000-000000000007";
      const constants: Readonly<Record<string, readonly [value: string, range: string]>> = {
        whole: ["77", "{whole} < 10"],
        big: ["77", "AND({big} >= 5, {big} < 10)"],
        price: ["0.77", "{price} <= 0.1"],
        wide: ["77", "{wide} < 10"],
        uid: [`'${uid}'`, `{uid} < '${uid}'`],
        day: ["'2000-03-01'", "{day} < '2000-01-03'"],
        at: ["'2000-03-01'", "{at} < '2000-01-02'"],
        name: ["'n77'", ""],
        by_code: ["'n77'", "AND({by_code} > 'n77', {by_code} < 'n78')"],
        code: ["'n77'", ""],
        size: ["'s'", "{size} > 'm'"],
        ci: ["'n77'", ""],
        hour: ["'00:05:08'", "{hour} < '00:00:08'"],
      };
      for (const [name, [value, range]] of Object.entries(constants)) {
        const index = `indexed_${name}_idx`;
        expect(await planOf(`{${name}} = ${value}`)).toContain(index);
        const list =
          name === "day" || name === "at"
            ? []
            : [`OR({${name}} = ${value}, {${name}} = ${value === "77" ? "78" : value})`];
        for (const source of [...list, ...(range === "" ? [] : [range])]) {
          expect(await planOf(source)).toContain(index);
        }
      }
      const [first = {}] = await readAll(engine(), postgres, { ...table, limit: 1 });
      for (const name of ["whole", "big", "price", "uid", "day", "by_code", "hour"]) {
        const plan = await planOf("TRUE()", { by: name });
        expect(plan).toContain(`indexed_${name}_idx`);
        expect(plan).not.toContain("Seq Scan");
        expect(await planOf("TRUE()", { by: name, position: first })).toContain(
          `indexed_${name}_idx`,
        );
      }
      expect(await planOf("TRUE()")).toContain("indexed_pkey");
    });
  },
);
