import { clickhouse } from "../../sql/dialects/clickhouse.ts";
import type { Dialect } from "../../sql/filter.ts";
import { addressOf } from "./clickhouse/address.ts";
import { loadClickHouse } from "./clickhouse/client.ts";
import { describeTable } from "./clickhouse/describe.ts";
import { beginFilling, IN_DATABASE, partsOf } from "./clickhouse/filler.ts";
import { ClickHouseSession } from "./clickhouse/session.ts";
import { fillTable } from "./connections/fill-table.ts";
import { Pool } from "./connections/pool.ts";
import { quotedTable } from "./connections/quoted-table.ts";
import { type Settings, settingsOf } from "./connections/settings.ts";
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

/** Opens ClickHouse over HTTP: `clickhouse://user:password@host:8123/database`, or `clickhouses://…` over HTTPS. */
export async function openClickHouse(
  source: string,
  options: DriverOptions = {},
): Promise<SqlDriver> {
  const { config, place } = addressOf(source);
  const { createClient } = await loadClickHouse(options.driver);
  const settings = settingsOf(options);
  const open = async (): Promise<ClickHouseSession> =>
    new ClickHouseSession(createClient(config()), place, settings.timeoutMs);
  const pool = new Pool({ most: settings.connections, waitMs: settings.acquireTimeoutMs, open });
  const driver = new ClickHouseDriver(pool, settings);
  try {
    await driver.check(new AbortController().signal);
  } catch (error) {
    await driver.close();
    throw error;
  }
  return driver;
}

class ClickHouseDriver implements SqlDriver {
  readonly dialect: Dialect = clickhouse;
  readonly #pool: Pool<ClickHouseSession>;
  readonly #settings: Settings;

  constructor(pool: Pool<ClickHouseSession>, settings: Settings) {
    this.#pool = pool;
    this.#settings = settings;
  }

  stream(statement: Statement, signal: AbortSignal): AsyncGenerator<readonly Row[], void> {
    const { batchRows, timeoutMs: patienceMs } = this.#settings;
    return streamRows(this.#pool, statement, signal, { batchRows, patienceMs });
  }

  async describe(table: TableName, signal: AbortSignal): Promise<TableDescription> {
    const quoted = quotedTable(table, this.dialect);
    const ask = (statement: Statement): Promise<readonly Row[]> =>
      allRows(this.stream(statement, signal));
    const columns = await ask({ text: `DESCRIBE TABLE ${quoted}`, params: [] });
    const { database, name } = partsOf(table);
    const [[comment, primaryKey] = []] = await ask({
      text: `SELECT comment, primary_key FROM system.tables WHERE ${IN_DATABASE} AND name = {p2:String}`,
      params: [database, name],
    });
    return describeTable(
      columns,
      String(comment ?? ""),
      String(primaryKey ?? ""),
      this.dialect.definition.quote,
    );
  }

  createTable(table: TableName, options: NewTable, signal: AbortSignal): Promise<TableWriter> {
    const filling = {
      pool: this.#pool,
      dialect: this.dialect,
      waitMs: this.#settings.timeoutMs,
      begin: beginFilling,
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
