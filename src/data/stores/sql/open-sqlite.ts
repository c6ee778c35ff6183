import { stat } from "node:fs/promises";
import { createSqlite } from "../../../backends/sql/dialects/sqlite.ts";
import { StoreError } from "../store.ts";
import { STORE_LIMITS } from "../store-limits.ts";
import type { DriverOptions, SqlDriver } from "./driver.ts";
import { databasePath } from "./file-path.ts";
import { describeByCatalogue } from "./sessions/describe-by-catalogue.ts";
import { SessionDriver } from "./sessions/session-driver.ts";
import { Pool } from "./sessions/session-pool.ts";
import { settingsOf } from "./sessions/statement-limits.ts";
import { beginFilling } from "./sqlite/sqlite-filler.ts";
import { SqliteSession } from "./sqlite/sqlite-session.ts";

/** How long after a statement's time limit its thread may still report the timeout itself. */
const GRACE_MS = 500;

/**
 * Opens a SQLite file: `sqlite:cars.db`. The file need not exist: `createTable` creates it.
 *
 * Each connection has its own thread, since SQLite is synchronous. A thread loads `better-sqlite3`, or the SQLite built
 * into Node from version 22.13. The option `driver` is therefore the package's path, as
 * `require.resolve("better-sqlite3")` returns it, or `node:sqlite`.
 */
export async function openSqlite(source: string, options: DriverOptions = {}): Promise<SqlDriver> {
  const path = databasePath(source);
  if (path === ":memory:") {
    throw new StoreError("setup", "a SQLite database in memory would be empty: name a file");
  }
  const { driver } = options;
  if (driver !== undefined && typeof driver !== "string") {
    const advice = 'give its file, as require.resolve("better-sqlite3") does, or "node:sqlite"';
    throw new StoreError("setup", `threads load SQLite's driver by themselves: ${advice}`);
  }
  const settings = settingsOf(options, STORE_LIMITS.sqliteThreads);
  const { timeoutMs, acquireTimeoutMs } = settings;
  const setup = { path, driver, lockMs: acquireTimeoutMs, timeoutMs };
  // The threads define the functions of this dialect.
  const dialect = createSqlite({ functions: true });
  return new SessionDriver<SqliteSession>({
    dialect,
    settings,
    pool: new Pool({
      most: settings.connections,
      waitMs: acquireTimeoutMs,
      open: async () => SqliteSession.open({ ...setup, mode: "read", file: await fileOf(path) }),
      // The file may have been replaced.
      canReuse: async ({ file }) => file === (await fileOf(path)),
    }),
    writers: new Pool({
      most: Number.POSITIVE_INFINITY,
      waitMs: acquireTimeoutMs,
      open: () => SqliteSession.open({ ...setup, mode: "write", file: "" }),
    }),
    patienceMs: timeoutMs + GRACE_MS,
    probe: "SELECT count(*) FROM sqlite_schema",
    describe: (ask, table, options) => describeByCatalogue(ask, dialect, table, options),
    beginFilling,
  });
}

/** Identifies the file: another file of the same name has another value. */
async function fileOf(path: string): Promise<string> {
  const found = await stat(path).catch((error) => {
    const reason = error instanceof Error ? error.message : String(error);
    throw new StoreError("setup", `there is no database ${path}: ${reason}`, error);
  });
  if (found.isDirectory()) throw new StoreError("setup", `${path} is a folder and not a database`);
  return `${found.dev}:${found.ino}`;
}
