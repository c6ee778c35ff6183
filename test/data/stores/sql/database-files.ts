import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { DriverOptions, Row, SqlDriver } from "../../../../src/data/stores/sql/driver.ts";
import { openDuckDb } from "../../../../src/data/stores/sql/open-duckdb.ts";
import { openSqlite } from "../../../../src/data/stores/sql/open-sqlite.ts";
import { StoreError } from "../../../../src/data/stores/store.ts";
import { load } from "../../../engines/install.ts";
import { type SqliteFile, startSqliteFiles } from "../../../engines/sqlite-files.ts";

/** A folder for files of a database, and the database beside the driver. */
export interface DatabaseFiles {
  /** What the stores take as their driver. */
  readonly driver: unknown;
  path(name: string): string;
  /** Makes a file, and closes it. */
  make(name: string, sql: string): Promise<void>;
  open(name: string, options?: DriverOptions): Promise<SqlDriver>;
  close(): Promise<void>;
}

export interface SqliteFolder extends DatabaseFiles {
  readonly driver: string;
  /** Opens a file beside the driver. */
  beside(name: string): SqliteFile;
}

interface DuckDb {
  readonly DuckDBInstance: {
    create(path: string): Promise<{
      connect(): Promise<{ run(sql: string): Promise<unknown>; closeSync(): void }>;
      closeSync(): void;
    }>;
  };
}

export async function startSqliteFolder(): Promise<SqliteFolder> {
  const folder = mkdtempSync(join(tmpdir(), "isoform-sqlite-"));
  const { driver, open } = await startSqliteFiles();
  const path = (name: string): string => join(folder, name);
  return {
    driver,
    path,
    make: async (name, sql) => {
      const database = open(path(name));
      database.exec(sql);
      database.close();
    },
    beside: (name) => open(path(name)),
    open: (name, options) => openSqlite(`sqlite:${path(name)}`, { driver, ...options }),
    close: async () => rmSync(folder, { recursive: true }),
  };
}

/** DuckDB has a file open once in a program: beside the driver only while the driver has not. */
export async function startDuckDbFolder(): Promise<DatabaseFiles> {
  const folder = mkdtempSync(join(tmpdir(), "isoform-duckdb-"));
  const driver = load<DuckDb>("@duckdb/node-api");
  const path = (name: string): string => join(folder, name);
  return {
    driver,
    path,
    make: async (name, sql) => {
      const instance = await driver.DuckDBInstance.create(path(name));
      const connection = await instance.connect();
      await connection.run(sql);
      connection.closeSync();
      instance.closeSync();
    },
    open: (name, options) => openDuckDb(`duckdb:${path(name)}`, { driver, ...options }),
    close: async () => rmSync(folder, { recursive: true }),
  };
}

/** Does something with a driver, and closes it. */
export async function using(
  opening: Promise<SqlDriver>,
  run: (driver: SqlDriver) => Promise<void>,
): Promise<void> {
  const driver = await opening;
  try {
    await run(driver);
  } finally {
    await driver.close();
  }
}

/** All rows of a statement without parameters. */
export async function rowsOf(
  driver: SqlDriver,
  text: string,
  signal: AbortSignal = new AbortController().signal,
): Promise<readonly Row[]> {
  const all: Row[] = [];
  for await (const rows of driver.stream({ text, params: [] }, signal)) all.push(...rows);
  return all;
}

/** The code and the message of the `StoreError` that something ends with. */
export async function problem(answer: Promise<unknown>): Promise<string> {
  const error = await answer.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof StoreError)) throw new Error(`no store error, but ${error}`);
  return `${error.code}: ${error.message}`;
}
