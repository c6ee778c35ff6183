// This folder opens databases: each has a driver, and `SqlStore` works with any of them.

import { clickhouse as dialect } from "../../../backends/sql/dialects/clickhouse.ts";
import { addressOf } from "./clickhouse/clickhouse-address.ts";
import { loadClickHouse } from "./clickhouse/clickhouse-client.ts";
import { beginFilling } from "./clickhouse/clickhouse-filler.ts";
import { ClickHouseSession } from "./clickhouse/clickhouse-session.ts";
import type { DriverOptions, SqlDriver } from "./driver.ts";
import { describeByCatalogue } from "./sessions/describe-by-catalogue.ts";
import { SessionDriver } from "./sessions/session-driver.ts";
import { Pool } from "./sessions/session-pool.ts";
import { settingsOf } from "./sessions/statement-limits.ts";

/** Opens ClickHouse over HTTP: `clickhouse://user:password@host:8123/database`, or `clickhouses://…` over HTTPS. */
export async function openClickHouse(
  source: string,
  options: DriverOptions = {},
): Promise<SqlDriver> {
  const { config, serverName } = addressOf(source);
  const { createClient } = await loadClickHouse(options.driver);
  const settings = settingsOf(options);
  const { timeoutMs } = settings;
  const driver = new SessionDriver<ClickHouseSession>({
    dialect,
    settings,
    pool: new Pool({
      most: settings.connections,
      waitMs: settings.acquireTimeoutMs,
      open: async () => new ClickHouseSession(createClient(config()), serverName, timeoutMs),
    }),
    patienceMs: timeoutMs,
    probe: "SELECT 1",
    describe: (ask, table, options) => describeByCatalogue(ask, dialect, table, options),
    beginFilling,
  });
  try {
    await driver.check(new AbortController().signal);
    return driver;
  } catch (error) {
    await driver.close();
    throw error;
  }
}
