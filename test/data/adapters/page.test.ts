import { readFileSync } from "node:fs";
import ts from "typescript";
import { expect, it } from "vitest";
import { bindTypes, knexRaw, namedParameters, tagged } from "../../../src/adapters.ts";
import { compileOrThrow, defineSchema } from "../../../src/index.ts";
import { clickhouse, duckdb, mariadb, postgres, sqlite, toQuery } from "../../../src/sql.ts";
import { describeEngine } from "../../engines/describe-engine.ts";
import { type Engine, openEngine, type Started, start } from "../../engines/engine.ts";
import { load, loadBetterSqlite, NODE_HAS_SQLITE } from "../../engines/install.ts";
import { openClickHouse } from "./clickhouse-server.ts";

/* The snippets of the page on other libraries, run as they are against each library and its engine. */

const page = readFileSync(
  new URL("../../../grammar/reference/sql-libraries.md", import.meta.url),
  "utf8",
);
const [prelude = "", ...SNIPPETS] = [...page.matchAll(/^```ts\n([\s\S]*?)^```$/gm)].map(
  ([, code = ""]) => code,
);

const schema = defineSchema({
  id: { type: "number", key: true },
  owner: "text",
  price: "number",
  age: "number",
});

const CARS =
  "(1, 'Ada', 30000, 1), (2, 'Ada', 30000, 5), (3, 'Bo', 30000, 9), (4, 'Ada', 60000, 20)";
const COLUMNS = { text: "text", number: "double precision", whole: "integer" };

function statements({ text, number, whole } = COLUMNS, suffix = ""): readonly string[] {
  return [
    `CREATE TABLE cars (id ${whole}, owner ${text}, price ${number}, age_in_years ${number})${suffix}`,
    `INSERT INTO cars VALUES ${CARS}`,
    `CREATE TABLE registrations (car ${whole}, years ${number})${suffix}`,
    "INSERT INTO registrations VALUES (1, 1), (2, 5), (3, 9), (4, 20)",
  ];
}

/** What the program of a snippet has at hand, by its name there. */
type Names = Readonly<Record<string, unknown>>;

const EVERYWHERE: Names = {
  bindTypes,
  clickhouse,
  compileOrThrow,
  duckdb,
  knexRaw,
  mariadb,
  namedParameters,
  owner: "Ada",
  postgres,
  schema,
  sqlite,
  tagged,
  toQuery,
};

/** Runs the snippet that begins with a comment on a library. */
async function run(library: string, names: Names, as = library): Promise<readonly unknown[]> {
  const snippet = SNIPPETS.find((code) => code.startsWith(`// ${library}`));
  if (snippet === undefined) throw new Error(`the page has no snippet for ${library}`);
  const code = `${prelude}${snippet.replace(`rows: "${library}"`, `rows: "${as}"`)}`;
  const { outputText } = ts.transpileModule(`async () => {${code}; return found; }`, {
    compilerOptions: { target: ts.ScriptTarget.ES2022 },
  });
  const scope = { ...EVERYWHERE, ...names };
  const program = new Function(
    ...Object.keys(scope),
    `return (${outputText.trim().replace(/;$/, "")})()`,
  );
  return await program(...Object.values(scope));
}

const idsOf = (rows: readonly unknown[]): readonly unknown[] =>
  rows.map((row) => Reflect.get(Object(row), "id")).sort();

/** An expression with a value has a placeholder, which the statement around it would number. */
function expectRefused(text: string): void {
  const formula = compileOrThrow("{age} > 1", schema);
  expect(text).toContain("$1");
  expect(() => formula.toSql(postgres, { columns: { age: { sql: text } } })).toThrow(
    "has a placeholder, but it has no parameters",
  );
}

/** An engine with the table, and what the snippets of its libraries need. */
async function withCars<E extends Engine>(
  starting: Promise<Started<E>>,
  columns: typeof COLUMNS,
  connect: (engine: E) => Promise<{ readonly names: Names; close(): Promise<unknown> }>,
): Promise<Started<{ readonly names: Names; close(): Promise<void> }>> {
  const started = await starting;
  if (!started.ok) return started;
  const { engine } = started;
  for (const statement of statements(columns)) await engine.execute(statement);
  const { names, close } = await connect(engine);
  const closeBoth = async (): Promise<void> => {
    await close();
    await engine.close();
  };
  return { ok: true, engine: { names, close: closeBoth } };
}

interface Closable {
  end(): Promise<void>;
}

describeEngine(
  "PostgreSQL",
  () =>
    withCars(openEngine("postgres"), COLUMNS, async ({ connection }) => {
      const pool = new (load<{ readonly Pool: new (options: object) => Closable }>("pg").Pool)(
        connection,
      );
      const porsager = load<(options: object) => Closable>("postgres")({ ...connection, max: 1 });
      const { Kysely, PostgresDialect, sql } = load<{
        readonly Kysely: new (options: object) => object;
        readonly PostgresDialect: new (options: object) => object;
        readonly sql: object;
      }>("kysely");
      const knex = load<(options: object) => { destroy(): Promise<void> }>("knex")({
        client: "pg",
        connection,
      });
      return {
        names: {
          pool,
          porsager,
          knex,
          kysely: { db: new Kysely({ dialect: new PostgresDialect({ pool }) }), sql },
        },
        close: () => Promise.all([pool.end(), porsager.end(), knex.destroy()]),
      };
    }),
  (engine) => {
    it("runs the snippet for pg", async () => {
      const { pool: client } = engine().names;
      expect(idsOf(await run("pg,", { client }))).toEqual([2]);
      expect(idsOf(await run("pg: a whole query", { client }))).toEqual([2, 3]);
    });

    it("runs the snippet for postgres.js", async () => {
      expect(idsOf(await run("postgres.js", { sql: engine().names.porsager }))).toEqual([2]);
    });

    it("runs the snippet for Kysely", async () => {
      const names = Object(engine().names.kysely);
      expect(idsOf(await run("Kysely, here", names))).toEqual([2]);
      expect(idsOf(await run("Kysely, a join", names))).toEqual([2]);
      const { db, sql } = names;
      expectRefused(sql`coalesce(years, ${0})`.compile(db).sql);
    });

    it("runs the snippet for Knex", async () => {
      const knex = Object(engine().names.knex);
      expect(idsOf(await run("Knex, here", { knex }))).toEqual([2]);
      expect(idsOf(await run("Knex, a join", { knex }))).toEqual([2]);
      expectRefused(knex.raw("coalesce(years, ?)", [0]).toSQL().toNative().sql);
    });

    it("runs the snippet for Drizzle", async () => {
      type Make = (name: string) => object;
      const { drizzle } = load<{ drizzle(client: unknown): object }>("drizzle-orm/node-postgres");
      const { pgTable, integer, text, doublePrecision, PgDialect } = load<{
        readonly pgTable: (name: string, columns: object) => object;
        readonly integer: Make;
        readonly text: Make;
        readonly doublePrecision: Make;
        readonly PgDialect: new () => { sqlToQuery(sql: object): { readonly sql: string } };
      }>("drizzle-orm/pg-core");
      const table = pgTable("cars", {
        id: integer("id"),
        owner: text("owner"),
        price: doublePrecision("price"),
        age: doublePrecision("age_in_years"),
      });
      const registrations = pgTable("registrations", {
        car: integer("car"),
        years: doublePrecision("years"),
      });
      const operators = load<
        Names & {
          readonly sql: (texts: TemplateStringsArray, ...values: readonly unknown[]) => object;
        }
      >("drizzle-orm");
      const { sql } = operators;
      const db = drizzle(engine().names.pool);
      const names = { db, table, registrations, PgDialect, ...operators };
      expect(idsOf(await run("Drizzle: ", names))).toEqual([2]);
      expect(idsOf(await run("Drizzle, a join", names))).toEqual([2]);
      expectRefused(new PgDialect().sqlToQuery(sql`coalesce(years, ${0})`).sql);
    });
  },
);

interface PGlite {
  exec(sql: string): Promise<unknown>;
  close(): Promise<void>;
}

describeEngine(
  "PGlite",
  () =>
    start("PGlite", async () => {
      const { PGlite } = load<{ readonly PGlite: { create(): Promise<PGlite> } }>(
        "@electric-sql/pglite",
      );
      const client = await PGlite.create();
      await client.exec(statements().join("; "));
      return { client, close: () => client.close() };
    }),
  (engine) => {
    it("runs the same snippets", async () => {
      const { client } = engine();
      expect(idsOf(await run("pg,", { client }, "@electric-sql/pglite"))).toEqual([2]);
    });
  },
);

describeEngine(
  "MariaDB",
  () =>
    withCars(openEngine("mariadb"), COLUMNS, async ({ connection }) => {
      const { createConnection } = load<{ createConnection(options: object): Promise<Closable> }>(
        "mysql2/promise",
      );
      const client = await createConnection({ ...connection, timezone: "Z" });
      return { names: { connection: client }, close: () => client.end() };
    }),
  (engine) => {
    it("runs the snippet for mysql2", async () => {
      expect(idsOf(await run("mysql2", engine().names))).toEqual([2]);
    });
  },
);

interface Sqlite {
  exec(sql: string): unknown;
  close(): void;
}

function withSqlite(Database: new (path: string) => Sqlite): {
  readonly database: Sqlite;
  close(): Promise<void>;
} {
  const database = new Database(":memory:");
  database.exec(statements().join("; "));
  return { database, close: async () => database.close() };
}

describeEngine(
  "better-sqlite3",
  () =>
    start("better-sqlite3", async () => {
      return withSqlite(loadBetterSqlite());
    }),
  (engine) => {
    it("runs the snippet for better-sqlite3", async () => {
      const { database } = engine();
      expect(idsOf(await run("better-sqlite3", { database }))).toEqual([2]);
    });
  },
  // It is compiled for one version of Node, and only if that is possible.
  { isOptional: true },
);

const NODE_SQLITE = "node:sqlite";

describeEngine(
  "node:sqlite",
  () =>
    start("node:sqlite", async () => {
      if (!NODE_HAS_SQLITE) throw new Error("this Node does not have it");
      // Its types are those of a later Node than the oldest that we support.
      const { DatabaseSync } = (await import(NODE_SQLITE)) as {
        readonly DatabaseSync: new (path: string) => Sqlite;
      };
      return withSqlite(DatabaseSync);
    }),
  (engine) => {
    it("runs the same snippets", async () => {
      const { database } = engine();
      expect(idsOf(await run("better-sqlite3", { database }, "node:sqlite"))).toEqual([2]);
    });
  },
  // Node 20 does not have it.
  { isOptional: true },
);

interface DuckDb {
  readonly DuckDBInstance: {
    create(path: string): Promise<{
      connect(): Promise<{ run(sql: string): Promise<unknown>; closeSync(): void }>;
      closeSync(): void;
    }>;
  };
  readonly DOUBLE: object;
  readonly VARCHAR: object;
}

describeEngine(
  "DuckDB",
  () =>
    start("duckdb", async () => {
      const { DuckDBInstance, DOUBLE, VARCHAR } = load<DuckDb>("@duckdb/node-api");
      const instance = await DuckDBInstance.create(":memory:");
      const connection = await instance.connect();
      for (const statement of statements()) await connection.run(statement);
      const close = async (): Promise<void> => {
        connection.closeSync();
        instance.closeSync();
      };
      return { names: { connection, DOUBLE, VARCHAR }, close };
    }),
  (engine) => {
    it("runs the snippet for @duckdb/node-api", async () => {
      expect(idsOf(await run("@duckdb/node-api", engine().names))).toEqual([2]);
    });
  },
);

describeEngine(
  "ClickHouse",
  () =>
    start("clickhouse", async () => {
      const { client, close } = await openClickHouse();
      const columns = { text: "String", number: "Float64", whole: "Int32" };
      for (const query of statements(columns, " ENGINE = Memory")) await client.command({ query });
      return { client, close };
    }),
  (engine) => {
    it("runs the snippet for @clickhouse/client", async () => {
      const { client } = engine();
      expect(idsOf(await run("@clickhouse/client", { client }))).toEqual([2]);
    });
  },
);

it("the formula of the page has a residual everywhere, and every snippet is run", () => {
  const formula = compileOrThrow(/compileOrThrow\("(.*)", schema/.exec(prelude)?.[1] ?? "", schema);
  for (const dialect of [clickhouse, duckdb, mariadb, postgres, sqlite]) {
    expect(formula.toSql(dialect).residual?.fields).toEqual(["price", "age"]);
  }
  expect(SNIPPETS).toHaveLength(13);
});
