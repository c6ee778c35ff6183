import { createPostgres } from "../../../backends/sql/dialects/postgres.ts";
import { StoreError } from "../store.ts";
import type { DriverOptions, SqlDriver } from "./driver.ts";
import { quotedTable } from "./new-table.ts";
import { isDistributed } from "./postgres/is-distributed.ts";
import { loadPg, type Pg } from "./postgres/pg.ts";
import { addressOf, clientOf, serverName } from "./postgres/postgres-address.ts";
import { cancelBy } from "./postgres/postgres-cancel.ts";
import { postgresError } from "./postgres/postgres-error.ts";
import { beginFilling } from "./postgres/postgres-filler.ts";
import { PostgresSession } from "./postgres/postgres-session.ts";
import { describeByCatalogue } from "./sessions/describe-by-catalogue.ts";
import { SessionDriver } from "./sessions/session-driver.ts";
import { Pool } from "./sessions/session-pool.ts";
import { CANCEL_WITHIN_MS, type StatementLimits, settingsOf } from "./sessions/statement-limits.ts";
import { allRows, streamRows } from "./sessions/stream-rows.ts";

/** Older versions lack functions that compiled formulas call. */
const OLDEST_VERSION = 12;

/**
 * Opens PostgreSQL, or a server that is compatible with its protocol: `postgres://user:password@host:5432/database`.
 */
export async function openPostgres(
  source: string,
  options: DriverOptions = {},
): Promise<SqlDriver> {
  const pg = await loadPg(options.driver);
  const settings = settingsOf(options);
  const pool = poolOf(pg, source, settings);
  try {
    // The server ends a statement at its limit; this longer limit is for an unresponsive server.
    const patienceMs = settings.timeoutMs + CANCEL_WITHIN_MS;
    const version = await versionOf(pool, settings.batchRows, patienceMs);
    const dialect = createPostgres({ version });
    return new SessionDriver<PostgresSession>({
      dialect,
      distributed: createPostgres({ version, distributed: true }),
      settings,
      pool,
      patienceMs,
      probe: "SELECT 1",
      describe: async (ask, table, options) => {
        const described = await describeByCatalogue(ask, dialect, table, options);
        return {
          ...described,
          isDistributed: await isDistributed(ask, quotedTable(table, dialect)),
        };
      },
      beginFilling,
    });
  } catch (error) {
    await pool.close();
    throw error;
  }
}

function poolOf(pg: Pg, source: string, settings: StatementLimits): Pool<PostgresSession> {
  const address = addressOf(source, settings);
  const cancel = cancelBy(pg, address);
  // Reports an invalid address at once.
  clientOf(pg, address);
  const open = async (): Promise<PostgresSession> => {
    const client = clientOf(pg, address);
    const where = serverName(client);
    const session = new PostgresSession({ pg, client, where, settings: address.settings, cancel });
    try {
      await client.connect();
    } catch (error) {
      session.destroy();
      throw postgresError(error, where);
    }
    return session;
  };
  return new Pool({ most: settings.connections, waitMs: settings.acquireTimeoutMs, open });
}

/** Returns the server's version. Rejects one that is too old. */
async function versionOf(
  pool: Pool<PostgresSession>,
  batchRows: number,
  patienceMs: number,
): Promise<number> {
  const statement = {
    text: "SELECT current_setting('server_version_num'), current_setting('server_encoding')",
    params: [],
    mostRows: 1,
  };
  const { signal } = new AbortController();
  const options = { batchRows, patienceMs };
  const rows = await allRows(streamRows(pool, statement, signal, options));
  const [number, encoding] = rows[0] ?? [];
  const version = Math.floor(Number(number) / 10_000);
  if (!(version >= OLDEST_VERSION)) {
    throw new StoreError(
      "setup",
      `PostgreSQL ${version} is too old: it has to be ${OLDEST_VERSION} or later`,
    );
  }
  if (encoding !== "UTF8") {
    throw new StoreError("setup", `the database is in ${encoding}: it has to be in UTF8`);
  }
  return version;
}
