import { join } from "node:path";
import { knexRaw } from "../../../src/adapters.ts";
import { mariadb } from "../../../src/backends/sql/dialects/mariadb.ts";
import { postgres } from "../../../src/backends/sql/dialects/postgres.ts";
import { sqlite } from "../../../src/backends/sql/dialects/sqlite.ts";
import { describeEngine } from "../../engines/describe-engine.ts";
import { openEngine, start } from "../../engines/engine.ts";
import { load } from "../../engines/install.ts";
import { removeDirectory, temporaryDirectory } from "../../engines/server.ts";
import { findsTheSameRows, type Library, TABLE } from "./library.ts";
import { openBetterSqlite } from "./sqlite-database.ts";
import { withCars } from "./with-cars.ts";

process.env.TZ = "Asia/Kathmandu";

interface Raw extends PromiseLike<unknown> {
  toSQL(): { toNative(): { readonly sql: string; readonly bindings: readonly unknown[] } };
}

interface Builder extends PromiseLike<readonly unknown[]> {
  where(column: string, operator: string, value: number): Builder;
  where(condition: Raw): Builder;
  orWhere(condition: Raw): Builder;
}

interface Knex {
  (table: string): Builder;
  raw(sql: string, bindings?: object): Raw;
  destroy(): Promise<void>;
}

function knex(client: string, connection: object): Knex {
  return load<(options: object) => Knex>("knex")({ client, connection, useNullAsDefault: true });
}

function library(database: Knex, rowsOf: (answer: unknown) => readonly unknown[]): Library {
  return {
    select: async (filterOf, most) =>
      await database(TABLE)
        .where("id", "<=", most)
        .where(knexRaw(database, filterOf(), { prefilter: true })),
    run: async (query) => rowsOf(await knexRaw(database, query)),
  };
}

describeEngine(
  "Knex with pg",
  () =>
    withCars(openEngine("postgres"), ({ connection }) => {
      const database = knex("pg", connection);
      return { database, close: () => database.destroy() };
    }),
  (engine) => {
    findsTheSameRows(
      () => postgres,
      () => library(engine().database, (answer) => (answer as { rows: unknown[] }).rows),
    );
  },
);

describeEngine(
  "Knex with mysql2",
  () =>
    withCars(openEngine("mariadb"), ({ connection }) => {
      const database = knex("mysql2", { ...connection, timezone: "Z" });
      return { database, close: () => database.destroy() };
    }),
  (engine) => {
    findsTheSameRows(
      () => mariadb,
      () => library(engine().database, (answer) => (answer as unknown[][])[0] ?? []),
    );
  },
);

describeEngine(
  "Knex with better-sqlite3",
  () =>
    start("better-sqlite3", async () => {
      const directory = temporaryDirectory();
      const filename = join(directory, "cars.db");
      (await openBetterSqlite(filename)).close();
      const database = knex("better-sqlite3", { filename });
      const close = async (): Promise<void> => {
        await database.destroy();
        removeDirectory(directory);
      };
      return { database, close };
    }),
  (engine) => {
    findsTheSameRows(
      () => sqlite,
      () => library(engine().database, (answer) => answer as readonly unknown[]),
    );
  },
  // It is compiled for one version of Node, and only where that was asked for.
  { isOptional: true },
);
