import { tagged } from "../../../src/adapters.ts";
import { postgres } from "../../../src/backends/sql/dialects/postgres.ts";
import { sqlite } from "../../../src/backends/sql/dialects/sqlite.ts";
import type { SqlValue } from "../../../src/sql.ts";
import { describeEngine } from "../../engines/describe-engine.ts";
import { openEngine, start } from "../../engines/engine.ts";
import { load } from "../../engines/install.ts";
import { findsTheSameRows, type Library, TABLE } from "./library.ts";
import { openSqlJs } from "./sqlite-database.ts";
import { withCars } from "./with-cars.ts";

process.env.TZ = "Asia/Kathmandu";

interface RawBuilder {
  execute(database: KyselyDatabase): Promise<{ readonly rows: readonly unknown[] }>;
}

interface SelectBuilder {
  where(column: string, operator: string, value: unknown): SelectBuilder;
  where(condition: RawBuilder): SelectBuilder;
  execute(): Promise<readonly unknown[]>;
}

interface KyselyDatabase {
  selectFrom(table: string): { selectAll(): SelectBuilder };
  destroy(): Promise<void>;
}

interface KyselyPackage {
  readonly sql: (strings: TemplateStringsArray, ...values: SqlValue[]) => RawBuilder;
  readonly Kysely: new (options: { readonly dialect: object }) => KyselyDatabase;
  readonly SqliteDialect: new (options: { readonly database: object }) => object;
  readonly PostgresDialect: new (options: { readonly pool: object }) => object;
}

interface Pg {
  readonly Pool: new (connection: object) => object;
}

function library(database: KyselyDatabase): Library {
  const { sql } = load<KyselyPackage>("kysely");
  return {
    select: (filterOf, most) =>
      database
        .selectFrom(TABLE)
        .selectAll()
        .where("id", "<=", most)
        .where(tagged(sql, filterOf(), { prefilter: true }))
        .execute(),
    run: async (query) => (await tagged(sql, query).execute(database)).rows,
  };
}

describeEngine(
  "Kysely with SQLite",
  () =>
    start("sql.js", async () => {
      const { Kysely, SqliteDialect } = load<KyselyPackage>("kysely");
      const dialect = new SqliteDialect({ database: await openSqlJs() });
      const database = new Kysely({ dialect });
      return { database, close: () => database.destroy() };
    }),
  (engine) => {
    findsTheSameRows(
      () => sqlite,
      () => library(engine().database),
    );
  },
);

describeEngine(
  "Kysely with PostgreSQL",
  () =>
    withCars(openEngine("postgres"), ({ connection }) => {
      const { Kysely, PostgresDialect } = load<KyselyPackage>("kysely");
      const { Pool } = load<Pg>("pg");
      const dialect = new PostgresDialect({ pool: new Pool(connection) });
      const database = new Kysely({ dialect });
      return { database, close: () => database.destroy() };
    }),
  (engine) => {
    findsTheSameRows(
      () => postgres,
      () => library(engine().database),
    );
  },
);
