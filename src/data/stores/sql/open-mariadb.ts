import { StoreError } from "../store.ts";
import { withTimeout } from "../with-timeout.ts";
import type { DriverOptions, SqlDriver } from "./driver.ts";
import { addressOf, type MariadbAddress } from "./mariadb/mariadb-address.ts";
import { beginFilling } from "./mariadb/mariadb-filler.ts";
import { type MariadbServer, serverOf } from "./mariadb/mariadb-server.ts";
import { MariadbSession } from "./mariadb/mariadb-session.ts";
import { loadMysql2, type Mysql2 } from "./mariadb/mysql2.ts";
import { describeByCatalogue } from "./sessions/describe-by-catalogue.ts";
import { SessionDriver } from "./sessions/session-driver.ts";
import { Pool } from "./sessions/session-pool.ts";
import {
  CONNECT_WITHIN_MS,
  type StatementLimits,
  settingsOf,
} from "./sessions/statement-limits.ts";

/** How long the server waits for a reader that takes no rows, in seconds. */
const IDLE_SECONDS = 300;

const SQL_MODE = "STRICT_ALL_TABLES,ERROR_FOR_DIVISION_BY_ZERO,NO_ENGINE_SUBSTITUTION";

/** The margin of the server's time limit over the client's. */
const GRACE_MS = 1_000;

/** Opens MariaDB or MySQL: `mariadb://user:password@host:3306/database`. */
export async function openMariadb(source: string, options: DriverOptions = {}): Promise<SqlDriver> {
  const address = addressOf(source);
  const mysql = await loadMysql2(options.driver);
  const settings = settingsOf(options);
  const connections = new MariadbSessions(mysql, address, settings);
  try {
    const { dialect } = await connections.askServer();
    return new SessionDriver<MariadbSession>({
      dialect,
      settings,
      pool: connections.pool,
      patienceMs: settings.timeoutMs,
      probe: "SELECT 1",
      describe: (ask, table, options) => describeByCatalogue(ask, dialect, table, options),
      beginFilling,
    });
  } catch (error) {
    await connections.pool.close();
    throw error;
  }
}

/** The sessions of a driver. */
class MariadbSessions {
  readonly pool: Pool<MariadbSession>;
  readonly #mysql: Mysql2;
  readonly #address: MariadbAddress;
  readonly #timeoutMs: number;
  #server: MariadbServer | undefined;

  constructor(mysql: Mysql2, address: MariadbAddress, settings: StatementLimits) {
    this.#mysql = mysql;
    this.#address = address;
    this.#timeoutMs = settings.timeoutMs;
    const open = (): Promise<MariadbSession> => this.#open();
    this.pool = new Pool({ most: settings.connections, waitMs: settings.acquireTimeoutMs, open });
  }

  /** Detects the server's product. */
  async askServer(): Promise<MariadbServer> {
    const { session } = await this.pool.acquire(new AbortController().signal);
    try {
      const [[version] = []] = await session.command("SELECT VERSION()");
      this.#server = serverOf(String(version));
      return this.#server;
    } finally {
      this.pool.release(session);
    }
  }

  /** Kills a statement over another connection. */
  async #kill(threadId: number): Promise<void> {
    const session = await this.#open();
    try {
      await session.command(`KILL QUERY ${threadId}`);
    } finally {
      await session.end();
    }
  }

  async #open(): Promise<MariadbSession> {
    const { config, serverName } = this.#address;
    const session = new MariadbSession({
      connection: this.#mysql.createConnection(config),
      serverName,
      kill: (threadId) => this.#kill(threadId),
      limited: (text) => this.#server?.limited(text, this.#timeoutMs + GRACE_MS) ?? text,
    });
    try {
      await withTimeout(session.connected, [], {
        milliseconds: CONNECT_WITHIN_MS + GRACE_MS,
        error: () => new StoreError("unavailable", `${serverName}: no connection`),
      });
      // Timestamps are in UTC, and values that do not fit a column are errors.
      await session.command(
        `SET SESSION time_zone = '+00:00', net_write_timeout = ${IDLE_SECONDS}, sql_mode = '${SQL_MODE}'`,
      );
    } catch (error) {
      await session.end();
      throw error;
    }
    return session;
  }
}
