import { createPostgres } from "../../sql/dialects/postgres.ts";
import type { Dialect } from "../../sql/filter.ts";
import { StoreError } from "../store.ts";
import { fillTable } from "./connections/fill-table.ts";
import { Pool } from "./connections/pool.ts";
import { quotedTable } from "./connections/quoted-table.ts";
import { CANCEL_WITHIN_MS, type Settings, settingsOf } from "./connections/settings.ts";
import { allRows, streamRows } from "./connections/stream-rows.ts";
import type {
  DriverOptions,
  NewTable,
  Row,
  SqlDriver,
  Statement,
  TableDescription,
  TableName,
  TableWriter,
} from "./driver.ts";
import { addressOf, clientOf, placeOf } from "./postgres/address.ts";
import { cancelBy } from "./postgres/cancel.ts";
import { catalogueOf, describeTable } from "./postgres/describe.ts";
import { postgresError } from "./postgres/errors.ts";
import { beginFilling } from "./postgres/filler.ts";
import { loadPg, type Pg } from "./postgres/pg.ts";
import { PostgresSession } from "./postgres/session.ts";

/** Before it, what formulas need is not there. */
const OLDEST_VERSION = 12;

/** Opens PostgreSQL, or what speaks its protocol: `postgres://user:password@host:5432/database`. */
export async function openPostgres(
  source: string,
  options: DriverOptions = {},
): Promise<SqlDriver> {
  const pg = await loadPg(options.driver);
  const settings = settingsOf(options);
  const pool = poolOf(pg, source, settings);
  try {
    return new PostgresDriver(pool, await dialectOf(pool, settings), settings);
  } catch (error) {
    await pool.close();
    throw error;
  }
}

function poolOf(pg: Pg, source: string, settings: Settings): Pool<PostgresSession> {
  const address = addressOf(source, settings);
  const cancel = cancelBy(pg, address);
  // What is wrong with the address is said at once.
  clientOf(pg, address);
  const open = async (): Promise<PostgresSession> => {
    const client = clientOf(pg, address);
    const where = placeOf(client);
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

/** The dialect of the server's version. */
async function dialectOf(pool: Pool<PostgresSession>, settings: Settings): Promise<Dialect> {
  const text =
    "SELECT current_setting('server_version_num'), current_setting('server_encoding') LIMIT 1";
  const { signal } = new AbortController();
  const rows = await allRows(streamRows(pool, { text, params: [] }, signal, patient(settings)));
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
  return createPostgres({ version });
}

/** The server ends a statement by itself, unless it is silent altogether. */
function patient({ timeoutMs, batchRows }: Settings): { batchRows: number; patienceMs: number } {
  return { batchRows, patienceMs: timeoutMs + CANCEL_WITHIN_MS };
}

class PostgresDriver implements SqlDriver {
  readonly dialect: Dialect;
  readonly #pool: Pool<PostgresSession>;
  readonly #settings: Settings;

  constructor(pool: Pool<PostgresSession>, dialect: Dialect, settings: Settings) {
    this.#pool = pool;
    this.dialect = dialect;
    this.#settings = settings;
  }

  stream(statement: Statement, signal: AbortSignal): AsyncGenerator<readonly Row[], void> {
    return streamRows(this.#pool, statement, signal, patient(this.#settings));
  }

  async describe(table: TableName, signal: AbortSignal): Promise<TableDescription> {
    const quoted = quotedTable(table, this.dialect);
    return describeTable(await allRows(this.stream(catalogueOf(quoted), signal)), quoted);
  }

  createTable(table: TableName, options: NewTable, signal: AbortSignal): Promise<TableWriter> {
    const filling = {
      pool: this.#pool,
      dialect: this.dialect,
      waitMs: this.#settings.timeoutMs,
      begin: beginFilling,
      mend: (session: PostgresSession) => session.reset(undefined),
    };
    return fillTable(filling, table, options, signal);
  }

  async check(signal: AbortSignal): Promise<void> {
    await allRows(this.stream({ text: "SELECT 1 LIMIT 1", params: [] }, signal));
  }

  close(): Promise<void> {
    return this.#pool.close();
  }
}
