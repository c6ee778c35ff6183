import type { DescribeOptions } from "../../../../backends/sql/describe/describe-options.ts";
import type { Dialect } from "../../../../backends/sql/dialect.ts";
import type {
  NewTable,
  Row,
  SqlDriver,
  Statement,
  StatementCall,
  TableDescription,
  TableName,
  TableWriter,
} from "../driver.ts";
import type { Engine } from "./engine.ts";
import { fillTable } from "./fill-table.ts";
import type { Session } from "./session.ts";
import type { Pool } from "./session-pool.ts";
import { allRows, streamRows } from "./stream-rows.ts";

/** The driver of every database, based on the sessions of its engine. */
export class SessionDriver<S extends Session> implements SqlDriver {
  readonly #engine: Engine<S>;
  /** A separate pool for health checks, which must not queue behind queries. */
  readonly #probes: Pool<S>;
  #closing: Promise<void> | undefined;

  constructor(engine: Engine<S>) {
    this.#engine = engine;
    this.#probes = engine.pool.withOne();
  }

  get dialect(): Dialect {
    return this.#engine.dialect;
  }

  get distributed(): Dialect | undefined {
    return this.#engine.distributed;
  }

  get timeoutMs(): number {
    return this.#engine.settings.timeoutMs;
  }

  stream(
    statement: Statement,
    signal: AbortSignal,
    call: StatementCall = {},
  ): AsyncGenerator<readonly Row[], void> {
    const { pool, settings, patienceMs } = this.#engine;
    return streamRows(pool, statement, signal, {
      batchRows: settings.batchRows,
      patienceMs,
      ...call,
    });
  }

  async describe(
    table: TableName,
    signal: AbortSignal,
    options?: DescribeOptions,
  ): Promise<TableDescription> {
    const ask = (statement: Statement): Promise<readonly Row[]> =>
      allRows(this.stream(statement, signal));
    return this.#engine.describe(ask, table, options);
  }

  async createTable(
    table: TableName,
    options: NewTable,
    signal: AbortSignal,
  ): Promise<TableWriter> {
    return fillTable(this.#engine, table, options, signal);
  }

  async check(
    signal: AbortSignal,
    statement: Statement = { text: this.#engine.probe, params: [], mostRows: 1 },
  ): Promise<void> {
    const { settings, patienceMs } = this.#engine;
    const options = { batchRows: settings.batchRows, patienceMs };
    await allRows(streamRows(this.#probes, statement, signal, options));
  }

  close(): Promise<void> {
    this.#closing ??= this.#close();
    return this.#closing;
  }

  async #close(): Promise<void> {
    const { pool, writers } = this.#engine;
    await Promise.all([pool.close(), writers?.close(), this.#probes.close()]);
    await this.#engine.close?.();
  }
}
