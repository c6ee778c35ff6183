import { describe, expect, it } from "vitest";
import {
  type DescribedTable,
  describeTable,
} from "../../../src/backends/sql/describe/describe-table.ts";
import type { Dialect } from "../../../src/backends/sql/dialect.ts";
import { check, compileOrThrow, defineSchema } from "../../../src/index.ts";
import type { ValueType } from "../../../src/language/types/value-type.ts";
import {
  clickhouse,
  duckdb,
  mariadb,
  postgres,
  SqlMappingError,
  sqlite,
} from "../../../src/sql.ts";
import { describeEngine } from "../../engines/describe-engine.ts";
import { openEngine } from "../../engines/engine.ts";
import { dialectOf, ENGINES_WITH_DIALECT } from "./dialects.ts";
import { askBy } from "./native/native-table.ts";

/** The columns of a table: the types of field and column, or why there is no field. */
function shown({ schema, columns, refused }: DescribedTable): Readonly<Record<string, string>> {
  const fields = [...schema.fields.values()].map(({ name, type }) => [
    name,
    `${type} in ${columns[name]?.storage}`,
  ]);
  const others = refused.map(({ column, reason }) => [column, reason.replace(/:.*/s, "")]);
  return Object.fromEntries([...fields, ...others]);
}

for (const name of ENGINES_WITH_DIALECT) {
  describeEngine(
    `a table that ${name} does not have`,
    () => openEngine(name),
    (engine) => {
      it.each(["nowhere", ["nowhere"], ["no", "where"]])(
        "describeTable rejects its name: %j",
        async (table) => {
          await expect(describeTable(dialectOf(name), askBy(engine()), table)).rejects.toThrow(
            SqlMappingError,
          );
        },
      );
    },
    { isOptional: name === "mariadb" },
  );
}

/** Tables with a column of days, and others whose dates have a time of day. */
const TABLES_OF_TIMES = {
  sqlite: [
    "CREATE TABLE times (id INTEGER PRIMARY KEY, day DATE, a DATETIME, b DATETIME)",
    "INSERT INTO times VALUES (1, '2024-02-29', '2024-02-29 00:00:00', '2024-02-29T10:00:00.000Z')",
  ],
  duckdb: ["CREATE TABLE times (id INTEGER PRIMARY KEY, day DATE, a TIMESTAMP, b TIMESTAMPTZ)"],
  postgres: ["CREATE TABLE times (id int PRIMARY KEY, day date, a timestamp, b timestamptz(3))"],
  mariadb: ["CREATE TABLE times (id int PRIMARY KEY, day DATE, a DATETIME, b TIMESTAMP(3) NULL)"],
  clickhouse: [
    "CREATE TABLE times (id Int32, day Nullable(Date), a DateTime, b Nullable(DateTime64(3))) ENGINE = MergeTree ORDER BY id",
  ],
} as const;

for (const name of ENGINES_WITH_DIALECT) {
  describeEngine(
    `a table of dates on ${name}`,
    () => openEngine(name),
    (engine) => {
      it("has fields with `time: true` for timestamps, so that `midnight-comparison` warns", async () => {
        for (const statement of TABLES_OF_TIMES[name]) await engine().execute(statement);
        const { schema } = await describeTable(dialectOf(name), askBy(engine()), "times");
        const { id: _, ...dates } = schema.toJSON().fields;
        const time = { type: "date", time: true };
        expect(dates).toEqual({ day: "date", a: time, b: time });
        const codes = (formula: string) =>
          check(formula, schema).diagnostics.map(({ code }) => code);
        expect(codes('{day} = "2024-02-29"')).toEqual([]);
        expect(codes('{a} = "2024-02-29"')).toEqual(["midnight-comparison"]);
        expect(codes('{b} <= "2024-02-29"')).toEqual(["midnight-comparison"]);
      });
    },
    { isOptional: name === "mariadb" },
  );
}

/** Columns with the values of their rows. For SQLite, the types and the first rows determine the meaning. */
const SQLITE_COLUMNS: readonly (readonly [
  name: string,
  type: string,
  values: readonly [string, string],
  expected: string,
])[] = [
  ["id", "INTEGER PRIMARY KEY", ["1", "2"], "number in int"],
  ["", "TEXT", ["'a'", "'b'"], "its name cannot be that of a field"],
  ["yes", "BOOLEAN", ["0", "1"], "boolean in bool"],
  ["count", "BOOLEAN", ["0", "2"], "number in int"],
  ["perhaps", "BOOL", ["0", "'no'"], "it has values of the type text, and is not a plain boolean"],
  ["day", "DATE", ["'2024-02-29'", "NULL"], "date in YYYY-MM-DD"],
  [
    "mixed",
    "DATE",
    ["'2024-02-29'", "'2024-02-29 10:00:00'"],
    "its dates are not all texts of one form (2024-02-29T23",
  ],
  ["seconds", "TIMESTAMP", ["1", "2"], "its dates are not all texts of one form (2024-02-29T23"],
  ["tags", "JSON", ["'[\"a\"]'", "NULL"], "list in json"],
  ["doc", "JSON", ["'[1]'", "'{'"], "text in text"],
  ["five", "JSON", ["5", "NULL"], "it has values of the type integer, and is not a plain text"],
  ["large", "INTEGER", ["9007199254740993", "NULL"], "text in int"],
  ["unclear", "INT", ["1", "x'00'"], "it has values of the type blob, and is not a plain number"],
  ["price", "DECIMAL(9, 2)", ["1", "1.5"], "number in numeric"],
  [
    "priced",
    "NUMERIC",
    ["1", "'free'"],
    "it has values of the type text, and is not a plain number",
  ],
  ["size", "DOUBLE", ["1", "NULL"], "number in real"],
  ["raw", "BLOB", ["x'00'", "NULL"], "text in blob"],
  ["strange", "STRANGE", ["1", "NULL"], "its declared type `STRANGE` does not say what it holds"],
];

describeEngine(
  "SQLite's tables",
  () => openEngine("sqlite"),
  (engine) => {
    it("are described by their types and their first rows", async () => {
      const defined = SQLITE_COLUMNS.map(([name, type]) => `"${name}" ${type}`);
      const rows = [0, 1].map(
        (at) => `(${SQLITE_COLUMNS.map(([, , values]) => values[at]).join()})`,
      );
      await engine().execute(`CREATE TABLE typed (${defined.join()})`);
      await engine().execute(`INSERT INTO typed VALUES ${rows.join()}`);
      const expected = Object.fromEntries(SQLITE_COLUMNS.map(([name, , , type]) => [name, type]));
      for (const table of ["typed", "main.typed", "MAIN.TYPED"]) {
        const described = await describeTable(sqlite, askBy(engine()), table);
        expect(shown(described)).toEqual(expected);
        expect(described.schema.key?.name).toBe("id");
      }
    });

    it("may be views, whose columns have no types if they are computed", async () => {
      await engine().execute(
        "CREATE TABLE viewed (id INTEGER PRIMARY KEY, note TEXT COLLATE NOCASE)",
      );
      await engine().execute("INSERT INTO viewed VALUES (1, 'a')");
      await engine().execute(
        "CREATE VIEW seen AS SELECT id, note, note || 'b' AS longer, id / 2.0 AS half, x'00' AS raw, NULL AS unknown FROM viewed",
      );
      expect(shown(await describeTable(sqlite, askBy(engine()), "seen"))).toEqual({
        id: "number in int",
        note: "text in text collate nocase",
        longer: "text in text",
        half: "number in numeric",
        raw: "text in blob",
        unknown: "it has no declared type, and no value shows its type",
      });
    });

    it.each([["temp.passing"], [["main", "main", "passing"]], [[]]])(
      "are those of the file alone: %j is not described",
      async (table) => {
        await engine().execute("CREATE TEMP TABLE IF NOT EXISTS passing (id INTEGER PRIMARY KEY)");
        await expect(describeTable(sqlite, askBy(engine()), table)).rejects.toThrow(
          "there is no table",
        );
      },
    );
  },
);

describeEngine(
  "PostgreSQL's tables",
  () => openEngine("postgres"),
  (engine) => {
    it("may have types of extensions, of other schemas and of the program", async () => {
      await engine().execute(`CREATE SCHEMA apart; CREATE EXTENSION citext SCHEMA apart; CREATE EXTENSION hstore SCHEMA apart;
        CREATE TYPE nothing AS ENUM (); CREATE TYPE pair AS (a int, b text);
        CREATE TABLE typed (id int PRIMARY KEY, ci apart.citext, pairs apart.hstore, nothing nothing,
          halves double precision[], records pair[], record pair, cis apart.citext[])`);
      const { schema, refused, ...rest } = await describeTable(postgres, askBy(engine()), "typed");
      expect(shown({ schema, refused, ...rest })).toEqual({
        id: "number in integer",
        ci: "text in citext",
        nothing: "a field cannot have the type nothing",
        pairs: "pairs of names and values cannot be values of a formula",
        halves: "a field cannot have the type double precision[]",
        records: "a field cannot have the type pair[]",
        record: "a field cannot have the type pair",
        cis: "list in citext[]",
      });
      await engine().execute(
        "INSERT INTO typed (id, ci, cis) VALUES (1, 'A', '{a,B}'), (2, NULL, NULL)",
      );
      for (const [source, ids] of [
        ['{ci} = "A"', [1]],
        ['{ci} = "a"', []],
        ['HAS({cis}, "B")', [1]],
        ['HASANY({cis}, "b", "c")', []],
      ] as const) {
        const { where, params } = compileOrThrow(source, schema).toSql(postgres, rest);
        const found = await engine().query(
          `SELECT id FROM typed WHERE ${where} ORDER BY id`,
          params,
        );
        expect(found.flat(), source).toEqual(ids);
      }
    });

    it("are not the sequences and indexes of tables", async () => {
      await engine().execute("CREATE TABLE counted (id serial PRIMARY KEY)");
      expect(shown(await describeTable(postgres, askBy(engine()), "counted"))).toEqual({
        id: "number in integer",
      });
      for (const table of ["counted_id_seq", "counted_pkey"]) {
        await expect(describeTable(postgres, askBy(engine()), table)).rejects.toThrow(
          "there is no table",
        );
      }
    });
  },
);

const FORMULAS: Readonly<Record<ValueType, string>> = {
  text: '{f} = "a"',
  number: "{f} > 1",
  boolean: "{f}",
  date: '{f} > "2024-01-01"',
  list: 'HAS({f}, "a")',
};

function whereOf(dialect: Dialect, type: ValueType, storage: string): string {
  const schema = defineSchema({ f: type });
  const { where, params } = compileOrThrow(FORMULAS[type], schema).toSql(dialect, {
    columns: { f: { storage } },
  });
  return `${where} ${JSON.stringify(params)}`;
}

describe("a type that a mapping names without what belongs to it", () => {
  it("is an enum that is compared as a text", () => {
    expect(whereOf(postgres, "text", "enum")).toBe(whereOf(postgres, "text", "cidr"));
  });

  it.each([
    [clickhouse, "date", "DateTime64", "DateTime64(3)"],
    [duckdb, "number", "DECIMAL", "DECIMAL(18, 3)"],
    [mariadb, "number", "DECIMAL", "DECIMAL(10)"],
    [mariadb, "number", "BIT", "BIT(1)"],
    [mariadb, "boolean", "BIT", "BIT(1)"],
  ] as const)("on %o has those of the database: %s in %s", (dialect, type, storage, same) => {
    expect(whereOf(dialect, type, storage)).toBe(whereOf(dialect, type, same));
  });

  it.each([
    [clickhouse, "number", "Decimal"],
    [clickhouse, "list", "Array"],
    [clickhouse, "list", "Array(Nullable)"],
    [clickhouse, "text", "LowCardinality"],
    [duckdb, "number", "DECIMAL('a')"],
    [mariadb, "number", "BIT(64)"],
    [mariadb, "boolean", "BIT(2)"],
    [postgres, "list", "ARRAY"],
    [postgres, "list", "thing[]"],
    [postgres, "list", "double precision[]"],
  ] as const)("on %o may be none: %s in %s", (dialect, type, storage) => {
    expect(() => whereOf(dialect, type, storage)).toThrow(
      `\`f\` is ${type}, which is not stored as ${storage}`,
    );
  });
});
