import type { DriverOptions, SqlDriver } from "./driver.ts";
import { Database } from "./duckdb/database.ts";
import { DuckDbDriver } from "./duckdb/driver.ts";
import { duckDbPackage } from "./duckdb/package.ts";
import { databasePath } from "./file-path.ts";

/**
 * Opens a file of DuckDB with `@duckdb/node-api`: `duckdb:cars.duckdb`, or `duckdb::memory:` for one that is empty and goes with the program.
 * A file need not be there yet: `createTable` makes it. It is opened for reading only, until a table is made: so
 * several programs can read it.
 */
export async function openDuckDb(source: string, options: DriverOptions = {}): Promise<SqlDriver> {
  const path = databasePath(source);
  const duckdb = await duckDbPackage(options.driver);
  return new DuckDbDriver(duckdb, await Database.join(duckdb, path), options);
}
