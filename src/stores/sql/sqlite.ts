import { StoreError } from "../store.ts";
import type { DriverOptions, SqlDriver } from "./driver.ts";
import { databasePath } from "./file-path.ts";
import { SqliteDriver } from "./sqlite/driver.ts";

/**
 * Opens a file of SQLite: `sqlite:cars.db`. It need not be there yet: `createTable` makes it.
 *
 * Threads do the work, since SQLite works in the thread that asks it; each loads `better-sqlite3`, or uses what Node comes with from
 * version 22.13. So the option `driver` is the package's file, as `require.resolve("better-sqlite3")` gives it, or `node:sqlite`.
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
  return new SqliteDriver(path, driver, options);
}
