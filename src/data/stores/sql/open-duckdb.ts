import { duckdb as dialect } from "../../../backends/sql/dialects/duckdb.ts";
import { STORE_LIMITS } from "../store-limits.ts";
import type { DriverOptions, SqlDriver } from "./driver.ts";
import { Database, type Mode } from "./duckdb/duckdb-database.ts";
import { beginFilling } from "./duckdb/duckdb-filler.ts";
import { duckDbPackage } from "./duckdb/duckdb-package.ts";
import { DuckDbSession } from "./duckdb/duckdb-session.ts";
import { databasePath } from "./file-path.ts";
import { describeByCatalogue } from "./sessions/describe-by-catalogue.ts";
import { SessionDriver } from "./sessions/session-driver.ts";
import { Pool } from "./sessions/session-pool.ts";
import { settingsOf } from "./sessions/statement-limits.ts";

/** How long after a statement's time limit its session may still report the timeout itself. */
const GRACE_MS = 500;

/**
 * Opens a DuckDB file with `@duckdb/node-api`: `duckdb:cars.duckdb`, or `duckdb::memory:` for an empty database that
 * lives as long as the program. A file need not exist: `createTable` creates it. Until then, the file is opened
 * read-only, so that several programs can read it.
 */
export async function openDuckDb(source: string, options: DriverOptions = {}): Promise<SqlDriver> {
  const path = databasePath(source);
  const duckdb = await duckDbPackage(options.driver);
  const database = await Database.join(duckdb, path);
  const settings = settingsOf(options, STORE_LIMITS.duckdbConnections);
  const { timeoutMs, acquireTimeoutMs } = settings;
  const sessions = (mode: Mode, most: number): Pool<DuckDbSession> =>
    new Pool({
      most,
      waitMs: acquireTimeoutMs,
      open: async (signals) => {
        const lease = await database.lease(mode, acquireTimeoutMs, signals);
        return new DuckDbSession(duckdb, lease, path, timeoutMs);
      },
    });
  return new SessionDriver<DuckDbSession>({
    dialect,
    settings,
    pool: sessions("read", settings.connections),
    writers: sessions("write", Number.POSITIVE_INFINITY),
    patienceMs: timeoutMs + GRACE_MS,
    probe: "SELECT 1",
    describe: (ask, table, options) => describeByCatalogue(ask, dialect, table, options),
    beginFilling,
    close: () => database.leave(),
  });
}
