import { describe } from "vitest";
import { bindTypes, knexRaw, namedParameters, tagged } from "../../../src/adapters.ts";
import {
  clickhouse,
  type Dialect,
  duckdb,
  mariadb,
  postgres,
  type SqlFilter,
  type SqlValue,
  sqlite,
} from "../../../src/sql.ts";
import { describeEngine } from "../../engines/describe-engine.ts";
import { type Engine, openEngine, type Started, start } from "../../engines/engine.ts";
import { load, loadBetterSqlite, NODE_HAS_SQLITE } from "../../engines/install.ts";
import { openClickHouse } from "./clickhouse-server.ts";
import {
  bit,
  cut,
  type Driver,
  day,
  elements,
  iso,
  json,
  milliseconds,
  NAMES,
  readsStoredRows,
  type Storages,
  statements,
  TABLE,
  words,
  zoneless,
} from "./stored-rows.ts";

const POSTGRES: Storages = {
  id: ["int4", "integer", String],
  isNew: ["boolean", "boolean", String],
  isBit: ["int2", "integer", bit],
  whole: ["int8", "integer", String],
  real: ["float8", "double", String],
  exact: ["numeric(30, 10)", "decimal", String],
  single: ["real", "real", String],
  title: ["text", "text", words],
  uuid: ["uuid", "uuid", words],
  mood: ["mood", "enum('glad', 'so so')", words],
  padded: ["char(4)", "char(4)", words],
  digits: ["int8", "bigint", (digits: string) => `'${digits}'`],
  amount: ["numeric(20, 2)", "numeric(20, 2)", words],
  at: ["timestamptz", "timestamptz", iso],
  zoneless: ["timestamp", "timestamp without time zone", zoneless],
  day: ["date", "date", day],
  milliseconds: ["int8", "epochMilliseconds", milliseconds],
  list: ["text[]", "array", (list: readonly string[]) => `ARRAY[${elements(list)}]::text[]`],
  json: ["jsonb", "json", json],
  cut: ["text", "delimited", cut],
  moods: [
    "mood[]",
    "enum('glad', 'so so')[]",
    (list: readonly string[]) => `ARRAY[${elements(list)}]::mood[]`,
  ],
  pads: [
    "char(4)[]",
    "char(4)[]",
    (list: readonly string[]) => `ARRAY[${elements(list)}]::char(4)[]`,
  ],
  wholes: ["int4[]", "int4[]", (list: readonly string[]) => `ARRAY[${elements(list)}]::int4[]`],
};

/** The type that two columns have. */
const MOOD = "CREATE TYPE mood AS ENUM ('glad', 'so so')";

const MARIADB: Storages = {
  id: ["INT", "integer", String],
  isNew: ["BOOLEAN", "boolean", bit],
  isBit: ["BIT(1)", "boolean", bit],
  whole: ["BIGINT", "integer", String],
  real: ["DOUBLE", "double", String],
  exact: ["DECIMAL(30, 10)", "decimal", String],
  title: ["VARCHAR(50)", "text", words],
  uuid: ["UUID", "uuid", words],
  mood: ["ENUM('glad', 'so so')", "enum('glad', 'so so')", words],
  padded: ["CHAR(4)", "char(4)", words],
  digits: ["BIGINT", "bigint", (digits: string) => digits],
  zoneless: ["DATETIME(3)", "datetime(3)", zoneless],
  day: ["DATE", "date", day],
  milliseconds: ["BIGINT", "epochMilliseconds", milliseconds],
  json: ["LONGTEXT", "json", (list: readonly string[]) => json(list).replaceAll("\\", "\\\\")],
  cut: ["TEXT", "delimited", cut],
};

const SQLITE: Storages = {
  id: ["INTEGER", "integer", String],
  isNew: ["BOOLEAN", "boolean", bit],
  isBit: ["INTEGER", "integer", bit],
  whole: ["INTEGER", "integer", String],
  real: ["REAL", "double", String],
  exact: ["NUMERIC", "decimal", String],
  title: ["TEXT", "text", words],
  at: ["TEXT", "timestamp", iso],
  milliseconds: ["INTEGER", "epochMilliseconds", milliseconds],
  json: ["TEXT", "json", json],
  cut: ["TEXT", "delimited", cut],
};

const DUCKDB: Storages = {
  id: ["INTEGER", "integer", String],
  isNew: ["BOOLEAN", "boolean", String],
  isBit: ["UTINYINT", "integer", bit],
  whole: ["HUGEINT", "integer", String],
  real: ["DOUBLE", "double", String],
  exact: ["DECIMAL(30, 10)", "decimal", String],
  single: ["FLOAT", "FLOAT", String],
  title: ["VARCHAR", "text", words],
  uuid: ["UUID", "UUID", words],
  mood: ["ENUM('glad', 'so so')", "ENUM('glad', 'so so')", words],
  digits: ["HUGEINT", "HUGEINT", (digits: string) => digits],
  at: [
    "TIMESTAMPTZ",
    "TIMESTAMP WITH TIME ZONE",
    (date: Date) => `'${date.toISOString().replace("Z", "+00")}'`,
  ],
  zoneless: ["TIMESTAMP", "TIMESTAMP", zoneless],
  day: ["DATE", "DATE", day],
  milliseconds: ["BIGINT", "epochMilliseconds", milliseconds],
  list: ["VARCHAR[]", "array", (list: readonly string[]) => `[${elements(list)}]`],
  json: ["JSON", "json", json],
  cut: ["VARCHAR", "delimited", cut],
  moods: [
    "ENUM('glad', 'so so')[]",
    "ENUM('glad', 'so so')[]",
    (list: readonly string[]) => `[${elements(list)}]`,
  ],
  wholes: ["INTEGER[]", "INTEGER[]", (list: readonly string[]) => `[${list.join(", ")}]`],
};

const CLICKHOUSE: Storages = {
  id: ["Int32", "integer", String],
  isNew: ["Nullable(Bool)", "boolean", String],
  isBit: ["Nullable(UInt8)", "integer", bit],
  whole: ["Nullable(Int64)", "integer", String],
  real: ["Nullable(Float64)", "double", String],
  exact: ["Nullable(Decimal(30, 10))", "decimal", (value: number) => `'${value}'`],
  single: ["Nullable(Float32)", "Float32", String],
  title: ["Nullable(String)", "text", words],
  uuid: ["Nullable(UUID)", "UUID", words],
  mood: ["Nullable(Enum8('glad' = 1, 'so so' = 2))", "Enum8('glad' = 1, 'so so' = 2)", words],
  padded: ["Nullable(FixedString(4))", "FixedString(4)", words],
  digits: ["Nullable(Int128)", "Int128", (digits: string) => `'${digits}'`],
  at: [
    "Nullable(DateTime64(3, 'America/New_York'))",
    "timestamp",
    (date: Date) => `fromUnixTimestamp64Milli(${date.getTime()})`,
  ],
  day: ["Nullable(Date32)", "Date32", day],
  milliseconds: ["Nullable(Int64)", "epochMilliseconds", milliseconds],
  json: [
    "Nullable(String)",
    "json",
    (list: readonly string[]) => json(list).replaceAll("\\", "\\\\"),
  ],
  cut: ["Nullable(String)", "delimited", cut],
};

const where = (filter: SqlFilter): string => filter.where ?? filter.prefilter;
const select = (filter: SqlFilter): string => `SELECT * FROM ${TABLE} WHERE ${where(filter)}`;

interface Connected {
  readonly drivers: Readonly<Record<string, Driver>>;
  close(): Promise<void>;
}

/** The same tests for each driver of an engine. */
function eachDriver(
  names: readonly string[],
  dialect: Dialect,
  storages: Storages,
  engine: () => Connected,
): void {
  describe.each(names)("%s", (name) => {
    readsStoredRows(
      () => dialect,
      storages,
      () => {
        const driver = engine().drivers[name];
        if (driver === undefined) throw new Error(`there is no driver ${name}`);
        return driver;
      },
    );
  });
}

/** An engine of the tests with the table, and drivers that are connected to it. */
async function connected<E extends Engine>(
  starting: Promise<Started<E>>,
  definitions: readonly string[],
  connect: (engine: E) => Promise<Connected>,
): Promise<Started<Connected>> {
  const started = await starting;
  if (!started.ok) return started;
  const { engine } = started;
  for (const statement of definitions) await engine.execute(statement);
  const { drivers, close } = await connect(engine);
  return {
    ok: true,
    engine: {
      drivers,
      close: async () => {
        await close();
        await engine.close();
      },
    },
  };
}

type Tag = (strings: TemplateStringsArray, ...values: SqlValue[]) => object;

interface Pool {
  query(sql: string, values: readonly SqlValue[]): Promise<{ readonly rows: readonly unknown[] }>;
  end(): Promise<void>;
}

interface Knex {
  (table: string): { where(condition: object): PromiseLike<readonly unknown[]> };
  raw(sql: string, bindings?: object): { toSQL(): { toNative(): { readonly sql: string } } };
  destroy(): Promise<void>;
}

function knexOf(options: object): Knex {
  return load<(options: object) => Knex>("knex")(options);
}

async function findByKnex(knex: Knex, filter: SqlFilter): Promise<readonly unknown[]> {
  return await knex(TABLE).where(knexRaw(knex, filter, { prefilter: true }));
}

interface Kysely {
  selectFrom(table: string): {
    selectAll(): { where(condition: object): { execute(): Promise<readonly unknown[]> } };
  };
}

function findByKysely(database: Kysely, filter: SqlFilter): Promise<readonly unknown[]> {
  const { sql } = load<{ readonly sql: Tag }>("kysely");
  const condition = tagged(sql, filter, { prefilter: true });
  return database.selectFrom(TABLE).selectAll().where(condition).execute();
}

interface Drizzle {
  select(): { from(table: object): { where(condition: object): PromiseLike<readonly unknown[]> } };
}

type ColumnMaker = (name: string, options?: object) => { array(): object };

/** Drizzle returns rows with the names of its own table definition. */
async function findByDrizzle(database: Drizzle, filter: SqlFilter): Promise<readonly unknown[]> {
  const { sql } = load<{ readonly sql: Tag }>("drizzle-orm");
  const core = load<Readonly<Record<string, ColumnMaker>>>("drizzle-orm/pg-core");
  const make = (kind: string, name: string, options?: object): { array(): object } => {
    const maker = core[kind];
    if (maker === undefined) throw new Error(`Drizzle has no ${kind}`);
    return maker(name, options);
  };
  const { pgTable } = load<{ pgTable(name: string, columns: object): object }>(
    "drizzle-orm/pg-core",
  );
  const table = pgTable(TABLE, {
    id: make("integer", NAMES.id),
    isNew: make("boolean", NAMES.isNew),
    isBit: make("smallint", NAMES.isBit),
    whole: make("bigint", NAMES.whole, { mode: "bigint" }),
    real: make("doublePrecision", NAMES.real),
    exact: make("numeric", NAMES.exact),
    single: make("real", NAMES.single),
    title: make("text", NAMES.title),
    uuid: make("uuid", NAMES.uuid),
    mood: make("text", NAMES.mood),
    padded: make("char", NAMES.padded, { length: 4 }),
    digits: make("bigint", NAMES.digits, { mode: "bigint" }),
    amount: make("numeric", NAMES.amount),
    at: make("timestamp", NAMES.at, { withTimezone: true }),
    zoneless: make("timestamp", NAMES.zoneless),
    day: make("date", NAMES.day),
    milliseconds: make("bigint", NAMES.milliseconds, { mode: "number" }),
    list: make("text", NAMES.list).array(),
    json: make("jsonb", NAMES.json),
    cut: make("text", NAMES.cut),
    moods: make("text", NAMES.moods).array(),
    pads: make("char", NAMES.pads, { length: 4 }).array(),
    wholes: make("integer", NAMES.wholes).array(),
  });
  return await database
    .select()
    .from(table)
    .where(tagged(sql, filter, { prefilter: true }));
}

interface PorsagerSql {
  unsafe(sql: string, values: readonly SqlValue[]): Promise<readonly unknown[]>;
  end(): Promise<void>;
}

describeEngine(
  "PostgreSQL",
  () =>
    connected(openEngine("postgres"), [MOOD, ...statements(POSTGRES)], async ({ connection }) => {
      const pool = new (load<{ readonly Pool: new (options: object) => Pool }>("pg").Pool)(
        connection,
      );
      const sql = load<(options: object) => PorsagerSql>("postgres")({ ...connection, max: 1 });
      const knex = knexOf({ client: "pg", connection });
      const { Kysely, PostgresDialect } = load<{
        readonly Kysely: new (options: object) => Kysely;
        readonly PostgresDialect: new (options: object) => object;
      }>("kysely");
      const kysely = new Kysely({ dialect: new PostgresDialect({ pool }) });
      const { drizzle } = load<{ drizzle(client: object): Drizzle }>("drizzle-orm/node-postgres");
      const drizzled = drizzle(pool);
      return {
        drivers: {
          pg: {
            rows: "pg",
            find: async (filter) => (await pool.query(select(filter), filter.params)).rows,
          },
          postgres: {
            rows: "postgres",
            find: (filter) => sql.unsafe(select(filter), filter.params),
          },
          Knex: { rows: "pg", find: (filter) => findByKnex(knex, filter) },
          Kysely: { rows: "pg", find: (filter) => findByKysely(kysely, filter) },
          Drizzle: { rows: "drizzle-orm", find: (filter) => findByDrizzle(drizzled, filter) },
        },
        close: async () => {
          await Promise.all([pool.end(), sql.end(), knex.destroy()]);
        },
      };
    }),
  (engine) => {
    eachDriver(["pg", "postgres", "Knex", "Kysely", "Drizzle"], postgres, POSTGRES, engine);
  },
);

interface PGlite {
  exec(sql: string): Promise<unknown>;
  query(sql: string, values: readonly SqlValue[]): Promise<{ readonly rows: readonly unknown[] }>;
  close(): Promise<void>;
}

describeEngine(
  "PGlite",
  () =>
    start("PGlite", async () => {
      const { PGlite } = load<{ readonly PGlite: { create(): Promise<PGlite> } }>(
        "@electric-sql/pglite",
      );
      const database = await PGlite.create();
      for (const statement of [MOOD, ...statements(POSTGRES)]) await database.exec(statement);
      const { drizzle } = load<{ drizzle(client: object): Drizzle }>("drizzle-orm/pglite");
      const drizzled = drizzle(database);
      return {
        drivers: {
          "@electric-sql/pglite": {
            rows: "@electric-sql/pglite",
            find: async (filter) => (await database.query(select(filter), filter.params)).rows,
          },
          Drizzle: { rows: "drizzle-orm", find: (filter) => findByDrizzle(drizzled, filter) },
        },
        close: () => database.close(),
      } satisfies Connected;
    }),
  (engine) => {
    eachDriver(["@electric-sql/pglite", "Drizzle"], postgres, POSTGRES, engine);
  },
);

interface MySql2Connection {
  execute(sql: string, values: readonly SqlValue[]): Promise<readonly [readonly unknown[]]>;
  query(sql: string, values: readonly SqlValue[]): Promise<readonly [readonly unknown[]]>;
  end(): Promise<void>;
}

describeEngine(
  "MariaDB",
  () =>
    connected(openEngine("mariadb"), statements(MARIADB), async ({ connection }) => {
      const { createConnection } = load<{
        createConnection(options: object): Promise<MySql2Connection>;
      }>("mysql2/promise");
      const local = await createConnection(connection);
      const utc = await createConnection({ ...connection, timezone: "Z" });
      const texts = await createConnection({ ...connection, dateStrings: true });
      const big = await createConnection({
        ...connection,
        dateStrings: true,
        supportBigNumbers: true,
        bigNumberStrings: true,
        decimalNumbers: true,
      });
      const knex = knexOf({ client: "mysql2", connection: { ...connection, timezone: "Z" } });
      // Of integers beyond 2^53, the driver returns other ones unless it is told to return texts.
      const except = ["digits"] as const;
      const run =
        (client: MySql2Connection) =>
        async (filter: SqlFilter): Promise<readonly unknown[]> =>
          (await client.execute(select(filter), filter.params))[0];
      return {
        drivers: {
          "mysql2 in local time": { rows: { dates: "local" }, find: run(local), except },
          "mysql2 in UTC": { rows: { dates: "utc" }, find: run(utc), except },
          "mysql2 with texts for dates": { rows: "mysql2", find: run(texts), except },
          "mysql2 with texts for numbers": { rows: "mysql2", find: run(big) },
          "mysql2 without a prepared statement": {
            rows: { dates: "utc" },
            except,
            find: async (filter) => (await utc.query(select(filter), filter.params))[0],
          },
          Knex: { rows: { dates: "utc" }, find: (filter) => findByKnex(knex, filter), except },
        },
        close: async () => {
          await Promise.all([local, utc, texts, big].map((client) => client.end()));
          await knex.destroy();
        },
      };
    }),
  (engine) => {
    const names = [
      "mysql2 in local time",
      "mysql2 in UTC",
      "mysql2 with texts for dates",
      "mysql2 with texts for numbers",
      "mysql2 without a prepared statement",
      "Knex",
    ];
    eachDriver(names, mariadb, MARIADB, engine);
  },
);

interface Sqlite {
  exec(sql: string): unknown;
  prepare(sql: string): { all(...values: readonly SqlValue[]): readonly unknown[] };
  close(): void;
}

function sqliteDriver(database: Sqlite, rows: Driver["rows"]): Connected {
  for (const statement of statements(SQLITE)) database.exec(statement);
  return {
    drivers: {
      plain: {
        rows,
        find: async (filter) => database.prepare(select(filter)).all(...filter.params),
      },
    },
    close: async () => database.close(),
  };
}

describeEngine(
  "better-sqlite3",
  () =>
    start("better-sqlite3", async () => {
      const Database = loadBetterSqlite<new (path: string) => Sqlite>();
      return sqliteDriver(new Database(":memory:"), "better-sqlite3");
    }),
  (engine) => eachDriver(["plain"], sqlite, SQLITE, engine),
  // It is compiled for one version of Node, and only if that is possible.
  { isOptional: true },
);

describeEngine(
  "node:sqlite",
  () =>
    start("node:sqlite", async () => {
      if (!NODE_HAS_SQLITE) throw new Error("this Node does not have it");
      // Its types are those of a later Node than the oldest that we support.
      const { DatabaseSync } = (await import(NODE_SQLITE)) as {
        readonly DatabaseSync: new (path: string) => Sqlite;
      };
      return sqliteDriver(new DatabaseSync(":memory:"), "node:sqlite");
    }),
  (engine) => eachDriver(["plain"], sqlite, SQLITE, engine),
  // Node 20 does not have it.
  { isOptional: true },
);

const NODE_SQLITE = "node:sqlite";

interface DuckDbReader {
  getRowObjects(): readonly unknown[];
  getRowObjectsJS(): readonly unknown[];
  getRowObjectsJson(): readonly unknown[];
}

interface DuckDb {
  run(sql: string): Promise<unknown>;
  runAndReadAll(
    sql: string,
    values: readonly SqlValue[],
    types: readonly object[],
  ): Promise<DuckDbReader>;
  closeSync(): void;
}

interface DuckDbPackage {
  readonly DuckDBInstance: {
    create(path: string): Promise<{ connect(): Promise<DuckDb>; closeSync(): void }>;
  };
  readonly DOUBLE: object;
  readonly VARCHAR: object;
}

describeEngine(
  "DuckDB",
  () =>
    start("duckdb", async () => {
      const { DuckDBInstance, DOUBLE, VARCHAR } = load<DuckDbPackage>("@duckdb/node-api");
      const instance = await DuckDBInstance.create(":memory:");
      const connection = await instance.connect();
      for (const statement of statements(DUCKDB)) await connection.run(statement);
      const by = (rowsOf: (reader: DuckDbReader) => readonly unknown[]): Driver => ({
        rows: "@duckdb/node-api",
        find: async (filter) =>
          rowsOf(
            await connection.runAndReadAll(
              select(filter),
              filter.params,
              bindTypes(filter, { DOUBLE, VARCHAR }),
            ),
          ),
      });
      return {
        drivers: {
          getRowObjects: by((reader) => reader.getRowObjects()),
          getRowObjectsJS: by((reader) => reader.getRowObjectsJS()),
          getRowObjectsJson: by((reader) => reader.getRowObjectsJson()),
        },
        close: async () => {
          connection.closeSync();
          instance.closeSync();
        },
      } satisfies Connected;
    }),
  (engine) => {
    eachDriver(["getRowObjects", "getRowObjectsJS", "getRowObjectsJson"], duckdb, DUCKDB, engine);
  },
);

describeEngine(
  "ClickHouse",
  () =>
    start("clickhouse", async () => {
      const { client, close } = await openClickHouse();
      for (const query of statements(CLICKHOUSE, " ENGINE = Memory"))
        await client.command({ query });
      const find =
        (settings: object) =>
        async (filter: SqlFilter): Promise<readonly unknown[]> => {
          const answer = await client.query({
            query: select(filter),
            query_params: namedParameters(filter),
            format: "JSONEachRow",
            clickhouse_settings: settings,
          });
          return await answer.json();
        };
      const texts = { output_format_json_quote_64bit_integers: 1 };
      return {
        drivers: {
          // Of integers beyond 2^53, the driver returns other ones unless it is told to return texts.
          "@clickhouse/client": { rows: "@clickhouse/client", find: find({}), except: ["digits"] },
          "with texts for numbers": { rows: "@clickhouse/client", find: find(texts) },
        },
        close,
      } satisfies Connected;
    }),
  (engine) =>
    eachDriver(["@clickhouse/client", "with texts for numbers"], clickhouse, CLICKHOUSE, engine),
);
