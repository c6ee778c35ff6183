import { openMariadb } from "../../../../src/data/stores/sql/open-mariadb.ts";
import { openPostgres } from "../../../../src/data/stores/sql/open-postgres.ts";
import { type Started, start, startEngine } from "../../../engines/engine.ts";
import { load } from "../../../engines/install.ts";
import { type DatabaseFiles, startDuckDbFolder, startSqliteFolder } from "./database-files.ts";
import { DUCKDB_TABLE } from "./described/duckdb.ts";
import { MARIADB_TABLE } from "./described/mariadb.ts";
import { POSTGRES_TABLE } from "./described/postgres.ts";
import { SQLITE_TABLE } from "./described/sqlite.ts";
import { type DescribedDatabase, describeDescriptions } from "./described-contract.ts";

async function inFile(begin: () => Promise<DatabaseFiles>): Promise<DescribedDatabase> {
  const files = await begin();
  return {
    execute: (sql) => files.make("described.db", sql),
    open: () => files.open("described.db"),
    close: () => files.close(),
  };
}

async function startPostgres(): Promise<Started<DescribedDatabase>> {
  const started = await startEngine("postgres");
  if (!started.ok) return started;
  const { execute, close, connection } = started.engine;
  const { host, user, database } = connection;
  const source = `postgres://${user}@/${database}?host=${encodeURIComponent(host)}`;
  const open = () => openPostgres(source, { driver: load("pg") });
  return { ok: true, engine: { execute, open, close } };
}

async function startMariadb(): Promise<Started<DescribedDatabase>> {
  const started = await startEngine("mariadb");
  if (!started.ok) return started;
  const { execute, close, connection } = started.engine;
  const { socketPath, user, database } = connection;
  const source = `mariadb://${user}@localhost/${database}?socket=${encodeURIComponent(socketPath)}`;
  const open = () => openMariadb(source, { driver: load("mysql2") });
  return { ok: true, engine: { execute, open, close } };
}

const inSqlite = () => start("SQLite", () => inFile(startSqliteFolder));
const inDuckDb = () => start("DuckDB", () => inFile(startDuckDbFolder));

describeDescriptions("SQLite", inSqlite, SQLITE_TABLE);
describeDescriptions("DuckDB", inDuckDb, DUCKDB_TABLE);
describeDescriptions("PostgreSQL", startPostgres, POSTGRES_TABLE);
describeDescriptions("MariaDB", startMariadb, MARIADB_TABLE);
