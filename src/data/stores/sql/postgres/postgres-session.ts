import type { SqlValue } from "../../../../backends/sql/sql-fragment.ts";
import { StoreError } from "../../store.ts";
import type { Row, Statement } from "../driver.ts";
import { type Batch, hasAtMost, type SelectCursor, type Session } from "../sessions/session.ts";
import { withinLimit } from "../sessions/statement-limits.ts";
import type { Pg, PgClient } from "./pg.ts";
import { CopyIn } from "./postgres-copy.ts";
import { endsSession, postgresError } from "./postgres-error.ts";
import { PostgresCommand, type PostgresExchange } from "./postgres-exchange.ts";
import { Fetch, Select } from "./postgres-select.ts";

export interface PostgresSessionOptions {
  readonly pg: Pg;
  readonly client: PgClient;
  /** The server's name for messages. */
  readonly where: string;
  /** The statement that follows `BEGIN`; `undefined` if the session itself has the settings. */
  readonly settings: string | undefined;
  readonly cancel: (client: PgClient) => Promise<void>;
}

/** A connection to PostgreSQL. */
export class PostgresSession implements Session {
  readonly #options: PostgresSessionOptions;
  #isBroken = false;

  constructor(options: PostgresSessionOptions) {
    this.#options = options;
    const breaks = (): void => {
      this.#isBroken = true;
    };
    options.client.on("error", breaks);
    options.client.on("end", breaks);
  }

  get isBroken(): boolean {
    return this.#isBroken;
  }

  select(statement: Statement, batchRows: number): SelectCursor {
    return new PostgresCursor(this, statement, batchRows, this.#options);
  }

  /** Runs a statement within an open transaction, and returns all rows. */
  async query(text: string, params: readonly SqlValue[] = []): Promise<readonly Row[]> {
    const select = new Select(this.#options.pg, text, params, { before: [], batchRows: undefined });
    await this.run(select);
    return select.rows;
  }

  command(text: string): Promise<void> {
    return this.run(new PostgresCommand(text));
  }

  copy(text: string, lines: string): Promise<void> {
    return this.run(new CopyIn(text, lines));
  }

  async run(exchange: PostgresExchange): Promise<void> {
    if (this.#isBroken)
      throw new StoreError("unavailable", `${this.#options.where}: no connection`);
    this.#options.client.query(exchange);
    try {
      await exchange.settled;
    } catch (error) {
      if (endsSession(error)) this.#isBroken = true;
      throw postgresError(error, this.#options.where);
    }
  }

  /**
   * Cancels the running statement, and rolls back the transaction. If the server does not respond, the connection is
   * destroyed.
   */
  async reset(running: Promise<unknown> | undefined): Promise<void> {
    if (this.#isBroken) return;
    try {
      if (running !== undefined) {
        await withinLimit(this.#options.cancel(this.#options.client));
        await withinLimit(running.catch(() => undefined));
      }
      // A late cancellation hits this statement instead of the next one.
      await withinLimit(this.command("ROLLBACK").catch(() => this.command("ROLLBACK")));
    } catch {
      this.destroy();
    }
  }

  destroy(): void {
    this.#isBroken = true;
    this.#options.client.connection.stream.destroy();
  }

  async end(): Promise<void> {
    if (this.#isBroken) {
      this.destroy();
      return;
    }
    this.#isBroken = true;
    try {
      await withinLimit(this.#options.client.end());
    } catch {
      this.destroy();
    }
  }
}

/**
 * A SELECT as a portal of the protocol. The first rows take one round trip, as without a portal. If there may be
 * several batches, the portal runs in a transaction, begun in the same packet, and every batch is an exchange of its
 * own: the server's time limits then apply to each batch, excluding the reader's time between two.
 */
class PostgresCursor implements SelectCursor {
  readonly #session: PostgresSession;
  readonly #statement: Statement;
  readonly #batchRows: number;
  readonly #options: PostgresSessionOptions;
  readonly #hasTransaction: boolean;
  #select: Select | undefined;
  #running: Promise<void> | undefined;

  constructor(
    session: PostgresSession,
    statement: Statement,
    batchRows: number,
    options: PostgresSessionOptions,
  ) {
    this.#session = session;
    this.#statement = statement;
    this.#batchRows = batchRows;
    this.#options = options;
    this.#hasTransaction = options.settings !== undefined || !hasAtMost(batchRows, statement);
  }

  async next(): Promise<Batch> {
    const exchange = this.#exchange();
    this.#running = this.#session.run(exchange);
    try {
      await this.#running;
    } finally {
      this.#running = undefined;
    }
    const { rows, isComplete } = exchange;
    return { rows, isLast: isComplete };
  }

  #exchange(): Select | Fetch {
    if (this.#select !== undefined) return new Fetch(this.#select, this.#batchRows);
    const { text, params } = this.#statement;
    const { pg, settings } = this.#options;
    const before = settings === undefined ? ["BEGIN READ ONLY"] : ["BEGIN READ ONLY", settings];
    this.#select = new Select(pg, text, params, {
      before: this.#hasTransaction ? before : [],
      batchRows: this.#hasTransaction ? this.#batchRows : undefined,
    });
    return this.#select;
  }

  close(): Promise<void> | undefined {
    if (this.#select === undefined || this.#session.isBroken) return undefined;
    if (this.#running === undefined && !this.#hasTransaction) return undefined;
    return this.#session.reset(this.#running);
  }
}
