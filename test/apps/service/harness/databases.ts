import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openDriver } from "../../../../src/data/stores/open-store.ts";
import { openTable } from "../../../../src/data/stores/open-table.ts";
import type {
  DriverOptions,
  Row,
  SqlDriver,
  Statement,
} from "../../../../src/data/stores/sql/driver.ts";
import type { Store, StoreRecord } from "../../../../src/data/stores/store.ts";
import type { Schema } from "../../../../src/language/schema/index.ts";
import { startClickHouseServer } from "../../../data/stores/sql/start-clickhouse.ts";
import { type Started, start, startEngine } from "../../../engines/engine.ts";
import { load } from "../../../engines/install.ts";
import { startSqliteFiles } from "../../../engines/sqlite-files.ts";
import { schemaOf } from "../../../hostile/everywhere.ts";

/** A database that runs. */
export interface Database {
  readonly source: string;
  readonly options: DriverOptions;
  close(): Promise<void>;
}

function inFolder(name: string, driver: () => unknown): () => Promise<Started<Database>> {
  return () =>
    start(name, async () => {
      const folder = mkdtempSync(join(tmpdir(), `isoform-${name}-`));
      return {
        source: `${name}:${join(folder, "cars.db")}`,
        options: { driver: await driver() },
        close: async () => rmSync(folder, { recursive: true }),
      };
    });
}

async function startPostgres(): Promise<Started<Database>> {
  const started = await startEngine("postgres");
  if (!started.ok) return started;
  const { engine } = started;
  const { host, user, database } = engine.connection;
  const source = `postgres://${user}@/${database}?host=${encodeURIComponent(host)}`;
  const close = (): Promise<void> => engine.close();
  return { ok: true, engine: { source, options: { driver: load("pg") }, close } };
}

async function startMariadb(): Promise<Started<Database>> {
  const started = await startEngine("mariadb");
  if (!started.ok) return started;
  const { engine } = started;
  const { socketPath, user, database } = engine.connection;
  const source = `mariadb://${user}@localhost/${database}?socket=${encodeURIComponent(socketPath)}`;
  const close = (): Promise<void> => engine.close();
  return { ok: true, engine: { source, options: { driver: load("mysql2") }, close } };
}

async function startClickHouse(): Promise<Started<Database>> {
  const started = await startClickHouseServer();
  if (!started.ok) return started;
  const { engine } = started;
  const options = { driver: load("@clickhouse/client") };
  return { ok: true, engine: { source: engine.source, options, close: () => engine.close() } };
}

/** The real databases that a service can have its records in, by their names. */
export const DATABASES: Readonly<Record<string, () => Promise<Started<Database>>>> = {
  sqlite: inFolder("sqlite", async () => (await startSqliteFiles()).driver),
  duckdb: inFolder("duckdb", () => load("@duckdb/node-api")),
  postgres: startPostgres,
  mariadb: startMariadb,
  clickhouse: startClickHouse,
};

interface FillOptions {
  /** Fields that get an index each. */
  readonly indexes?: readonly string[];
  /** Is told each statement of the store. */
  readonly onStatement?: (statement: Statement) => void;
}

/** A store over a new table of records. */
export async function fillTable(
  database: Database,
  table: string,
  schema: Schema,
  records: readonly StoreRecord[],
  { indexes = [], onStatement }: FillOptions = {},
): Promise<Store> {
  const { signal } = new AbortController();
  const filling = await openDatabase(database);
  try {
    const writer = await filling.createTable(table, { schema, indexes, replace: false }, signal);
    await writer.write(records);
    await writer.finish();
  } finally {
    await filling.close();
  }
  const driver = await openDatabase(database);
  const told = onStatement === undefined ? driver : telling(driver, onStatement);
  return openTable(told, table, { schema });
}

/** The same driver, whose statements are told. */
function telling(driver: SqlDriver, onStatement: (statement: Statement) => void): SqlDriver {
  return {
    dialect: driver.dialect,
    distributed: driver.distributed,
    timeoutMs: driver.timeoutMs,
    describe: (...given) => driver.describe(...given),
    createTable: (...given) => driver.createTable(...given),
    check: (...given) => driver.check(...given),
    close: () => driver.close(),
    stream: (statement, ...given) => {
      onStatement(statement);
      return driver.stream(statement, ...given);
    },
  };
}

/** The rows of a statement. */
export async function rowsOf(driver: SqlDriver, statement: Statement): Promise<readonly Row[]> {
  const rows: Row[] = [];
  for await (const some of driver.stream(statement, new AbortController().signal)) {
    rows.push(...some);
  }
  return rows;
}

/** Puts another table in the place of one, with no record and a field that nobody asked for. */
export async function replaceTable(database: Database, table: string): Promise<void> {
  const { signal } = new AbortController();
  const schema = schemaOf({ other: { type: "text", key: true } });
  const driver = await openDatabase(database);
  try {
    const writer = await driver.createTable(table, { schema, indexes: [], replace: true }, signal);
    await writer.finish();
  } finally {
    await driver.close();
  }
}

/** A connection of its own to a database. */
export async function openDatabase({ source, options }: Database): Promise<SqlDriver> {
  const driver = await openDriver(source, options);
  if (driver === undefined) throw new Error(`${source} is no database`);
  return driver;
}
