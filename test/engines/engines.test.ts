import fc from "fast-check";
import { expect, it } from "vitest";
import { describeEngine } from "./describe-engine.ts";
import { startPostgresCluster } from "./drivers/postgres.ts";
import { startSqlite } from "./drivers/sqlite.ts";
import {
  ENGINE_NAMES,
  type Engine,
  type EngineColumn,
  type EngineName,
  type EngineValue,
  type SqlParameter,
  type Storage,
  start,
  startEngine,
} from "./engine.ts";

// Far from UTC, by no whole hour: a driver that makes local times of moments shows.
process.env.TZ = "Asia/Kathmandu";

const ID: EngineColumn = { name: "id", storage: "integer", notNull: true };

const TEXTS = [
  "",
  " ",
  " padded ",
  "NULL",
  "\\N",
  "\\",
  "\\\\'",
  "'; DROP TABLE t; --",
  '""``[]{}',
  "$1 ? :name @name {p1:String} %s %",
  "a\tb\nc\r\nd\be\ff\u0001\u007f",
  "{a,b}",
  '["a","b"]',
  "é e\u0301 ß İ ﬁ",
  "\u2028\u2029\ufeff\ufffd\uffff",
  "😀👨‍👩‍👧𝒳\u{10ffff}",
  "x".repeat(100_000),
  ...fc
    .sample(fc.string({ unit: "binary", maxLength: 20 }), { numRuns: 300, seed: 1 })
    .map((text) => text.replaceAll("\0", "")),
];

const NUMBERS = [
  0,
  1,
  -1,
  0.1,
  0.1 + 0.2,
  1 / 3,
  5e-324,
  -5e-324,
  2.225073858507201e-308,
  2.2250738585072014e-308,
  1e-7,
  1e15,
  1e21,
  2 ** 31,
  2 ** 53 - 1,
  2 ** 53,
  2 ** 63,
  -(2 ** 63),
  Number.MAX_VALUE,
  -Number.MAX_VALUE,
  ...fc
    .sample(fc.double({ noNaN: true, noDefaultInfinity: true }), { numRuns: 300, seed: 1 })
    .filter((number) => !Object.is(number, -0)),
];

const MOMENTS = [
  "1900-01-01T00:00:00.000Z",
  "1900-01-01T00:00:00.001Z",
  "1969-12-31T23:59:59.999Z",
  "1970-01-01T00:00:00.000Z",
  "2000-02-29T12:00:00.500Z",
  "2024-03-10T02:30:00.000Z",
  "2024-11-03T01:30:00.000Z",
  "2038-01-19T03:14:08.000Z",
  "2298-12-31T23:59:59.999Z",
].map((text) => new Date(text));

/** A parameter that the engine takes for what it is, also where no column tells it. */
const PLACEHOLDER: Readonly<Record<EngineName, (index: number, value: SqlParameter) => string>> = {
  sqlite: (_, value) => (typeof value === "number" ? "CAST(? AS REAL)" : "?"),
  duckdb: (index, value) => `$${index}::${typeof value === "number" ? "DOUBLE" : "VARCHAR"}`,
  postgres: (index, value) => `$${index}::${typeof value === "number" ? "float8" : "text"}`,
  mariadb: (_, value) => (typeof value === "number" ? "(? + 0e0)" : "?"),
  clickhouse: (index, value) => `{p${index}:${typeof value === "number" ? "Float64" : "String"}}`,
};

function hasNegativeZero({ name }: Engine): boolean {
  return name !== "sqlite" && name !== "mariadb";
}

async function throughColumn(
  engine: Engine,
  storage: Storage,
  values: readonly EngineValue[],
): Promise<readonly unknown[]> {
  const columns: readonly EngineColumn[] = [ID, { name: "value", storage }];
  await engine.createTable("t", columns);
  await engine.insert(
    "t",
    columns,
    values.map((value, id) => [id, value]),
  );
  const rows = await engine.query("SELECT id, value FROM t ORDER BY id");
  expect(rows.map(([id]) => id)).toEqual(values.map((_, id) => id));
  return rows.map(([, value]) => value);
}

async function throughParameters(
  engine: Engine,
  values: readonly SqlParameter[],
): Promise<readonly unknown[]> {
  const found: unknown[] = [];
  for (let from = 0; from < values.length; from += 100) {
    const some = values.slice(from, from + 100);
    const placeholders = some.map((value, index) => PLACEHOLDER[engine.name](index + 1, value));
    const [row = []] = await engine.query(`SELECT ${placeholders.join(", ")}`, some);
    found.push(...row);
  }
  return found;
}

function behaves(engine: () => Engine): void {
  it("reports its version", () => {
    expect(engine().version).toMatch(/^\d+\.\d+/);
  });

  it("returns texts as they were inserted", async () => {
    expect(await throughColumn(engine(), "text", [null, ...TEXTS])).toEqual([null, ...TEXTS]);
    expect(await throughParameters(engine(), TEXTS)).toEqual(TEXTS);
  });

  it("keeps float64 to the bit", async () => {
    expect(await throughColumn(engine(), "double", [null, ...NUMBERS])).toEqual([null, ...NUMBERS]);
    expect(await throughParameters(engine(), NUMBERS)).toEqual(NUMBERS);
  });

  it("keeps the sign of zero, or drops it", async () => {
    if (hasNegativeZero(engine())) {
      expect(await throughColumn(engine(), "double", [-0])).toEqual([-0]);
      expect(await throughParameters(engine(), [-0])).toEqual([-0]);
    } else {
      expect(await throughColumn(engine(), "double", [-0])).toEqual([0]);
    }
  });

  it("keeps moments to the millisecond, in UTC", async () => {
    const stored = engine().name === "sqlite" ? MOMENTS.map((date) => date.toISOString()) : MOMENTS;
    expect(await throughColumn(engine(), "timestamp", [null, ...MOMENTS])).toEqual([
      null,
      ...stored,
    ]);
    const milliseconds = MOMENTS.map((date) => date.getTime());
    expect(await throughColumn(engine(), "epoch-milliseconds", MOMENTS)).toEqual(milliseconds);
  });

  it("keeps whole numbers, decimals and truth values", async () => {
    const whole = [null, 0, -7, 2 ** 53 - 1, "9007199254740993"];
    const read = [null, 0, -7, 2 ** 53 - 1, 9_007_199_254_740_992];
    expect(await throughColumn(engine(), "integer", whole)).toEqual(read);
    const decimals = [null, 0, -1.5, "0.1", "123456789.0123456789"];
    const near = [null, 0, -1.5, 0.1, Number("123456789.0123456789")];
    expect(await throughColumn(engine(), "decimal", decimals)).toEqual(near);
    const [yes, no] = ["sqlite", "mariadb"].includes(engine().name) ? [1, 0] : [true, false];
    expect(await throughColumn(engine(), "boolean", [null, true, false])).toEqual([null, yes, no]);
    const truths = [null, true, false, 1, 0];
    expect(await throughColumn(engine(), "integer-boolean", truths)).toEqual([null, 1, 0, 1, 0]);
  });

  it("keeps lists and JSON", async () => {
    const lists = [[], [""], ["a,b", 'c"d\\', "{e}", "NULL", "\n'`😀"]];
    const isNative = ["duckdb", "postgres", "clickhouse"].includes(engine().name);
    expect(await throughColumn(engine(), "array", lists)).toEqual(
      isNative ? lists : lists.map((list) => JSON.stringify(list)),
    );
    const blank = engine().name === "clickhouse" ? [] : null;
    expect(await throughColumn(engine(), "array", [null])).toEqual([blank]);
    const json = ['{"a":[1,"\\u0000"]}', "[]", null];
    expect(await throughColumn(engine(), "json", json)).toEqual(json);
  });

  it("takes any name, many rows, and none", async () => {
    const columns: readonly EngineColumn[] = [
      ID,
      { name: "a \"b\" `c` 'd' é", storage: "text", notNull: true, length: 191 },
    ];
    const quote = ["mariadb", "clickhouse"].includes(engine().name) ? "`" : '"';
    const rows = Array.from({ length: 3000 }, (_, id) => [id, `text ${id}`]);
    await engine().createTable("some table", columns, { orderBy: ["id"] });
    await engine().insert("some table", columns, rows);
    await engine().insert("some table", columns, []);
    const table = `${quote}some table${quote}`;
    expect(await engine().query(`SELECT * FROM ${table} ORDER BY id`)).toEqual(rows);
    await engine().execute(`DROP TABLE ${table}`);
  });

  it("stays usable after an error", async () => {
    await expect(engine().query("SELECT nothing FROM nowhere")).rejects.toThrow();
    await expect(engine().execute("CREATE")).rejects.toThrow();
    await engine().createTable("t", [ID]);
    await expect(engine().insert("t", [ID], [[1], [null]])).rejects.toThrow();
    expect(await engine().query("SELECT 'still here'")).toEqual([["still here"]]);
  });
}

for (const name of ENGINE_NAMES) describeEngine<Engine>(name, () => startEngine(name), behaves);

describeEngine<Engine>(
  "an answer of clickhouse that fails in the middle",
  () => startEngine("clickhouse"),
  (engine) => {
    it("leaves no state behind in the next statement", async () => {
      for (const rows of [1, 10, 100_000]) {
        const failing = `SELECT number, throwIf(number = ${rows - 1}) FROM numbers(${rows})`;
        await expect(engine().query(failing)).rejects.toThrow(/throwIf/);
        expect(await engine().query("SELECT 'next'")).toEqual([["next"]]);
        await expect(engine().execute(failing)).rejects.toThrow(/throwIf/);
        expect(await engine().query("SELECT {p1:String}", ["next"])).toEqual([["next"]]);
      }
    });
  },
);

describeEngine<Engine>(
  "sqlite with better-sqlite3",
  () => start("better-sqlite3", () => startSqlite({ driver: "better-sqlite3" })),
  behaves,
  // It is compiled for one version of Node, and only where that was asked for.
  { isOptional: true },
);

describeEngine(
  "functions of SQLite",
  () => startEngine("sqlite"),
  (engine) => {
    it("are called with the values of SQL", async () => {
      engine().define("joined", (a, b) => `${a}|${b}`);
      expect(await engine().query("SELECT joined(NULL, 'a'), joined(1.5, 2)")).toEqual([
        ["null|a", "1.5|2"],
      ]);
    });
  },
);

describeEngine(
  "several servers of PostgreSQL",
  () =>
    start("postgres", async () => {
      const engines = await startPostgresCluster(2);
      const close = async () => {
        await Promise.all(engines.map((engine) => engine.close()));
      };
      return { engines, close };
    }),
  (cluster) => {
    it("one server reads a table of the other", async () => {
      const [near, far] = cluster().engines;
      if (near === undefined || far === undefined) throw new Error("there are not two");
      const { host, port, user, database } = far.connection;
      await far.createTable("t", [ID]);
      await far.insert("t", [ID], [[42]]);
      for (const sql of [
        "CREATE EXTENSION postgres_fdw",
        `CREATE SERVER far FOREIGN DATA WRAPPER postgres_fdw OPTIONS (host '${host}', port '${port}', dbname '${database}')`,
        `CREATE USER MAPPING FOR CURRENT_USER SERVER far OPTIONS (user '${user}')`,
        "CREATE FOREIGN TABLE t (id int8) SERVER far",
      ]) {
        await near.execute(sql);
      }
      expect(await near.query("SELECT id FROM t")).toEqual([[42]]);
    });
  },
);
