import { StoreError } from "../../store.ts";
import type { Row, Statement } from "../driver.ts";
import { hasAtMost, type SelectCursor, type Session } from "../sessions/session.ts";
import { withinLimit } from "../sessions/statement-limits.ts";
import { mariadbError } from "./mariadb-error.ts";
import type { BoundValue, MysqlCommand, MysqlConnection } from "./mysql2.ts";
import { RunningStatement } from "./running-statement.ts";

export interface MariadbSessionOptions {
  readonly connection: MysqlConnection;
  /** The server's name for messages. */
  readonly serverName: string;
  /** Kills the running statement of another connection. */
  readonly kill: (threadId: number) => Promise<void>;
  /** Adds the server's own time limit to a SELECT, which applies even if this program is gone. */
  readonly limited: (text: string) => string;
}

/** A connection to MariaDB or MySQL. */
export class MariadbSession implements Session {
  readonly #options: MariadbSessionOptions;
  readonly #connected: Promise<void>;
  #isBroken = false;
  #running: RunningStatement | undefined;

  constructor(options: MariadbSessionOptions) {
    this.#options = options;
    const { connection } = options;
    this.#connected = new Promise((resolve, reject) => {
      const breaks = (error: unknown): void => {
        this.#isBroken = true;
        // The package does not report a lost connection to the running statement.
        this.#running?.fail(error);
        reject(mariadbError(error, options.serverName));
      };
      connection.on("connect", resolve);
      connection.on("error", breaks);
      connection.on("end", () => {
        breaks(new StoreError("unavailable", `${options.serverName}: the connection was lost`));
      });
    });
    this.#connected.catch(() => undefined);
  }

  get isBroken(): boolean {
    return this.#isBroken;
  }

  /** Resolves once connected. */
  get connected(): Promise<void> {
    return this.#connected;
  }

  select(statement: Statement, batchRows: number): SelectCursor {
    const isSmall = hasAtMost(batchRows, statement);
    const sql = isSmall ? this.#options.limited(statement.text) : statement.text;
    const atOnce = isSmall ? Number.POSITIVE_INFINITY : batchRows;
    let running: RunningStatement | undefined;
    return {
      next: async () => {
        try {
          running ??= this.#run(
            (connection) => connection.execute({ sql, values: statement.params }),
            atOnce,
          );
          return await running.next();
        } catch (error) {
          throw mariadbError(error, this.#options.serverName);
        }
      },
      close: () =>
        running === undefined || running.isOver || this.#isBroken
          ? undefined
          : this.#endStatement(running),
    };
  }

  /** Runs a prepared statement and returns all its rows. */
  execute(sql: string, values: readonly BoundValue[]): Promise<readonly Row[]> {
    return this.#toEnd((connection) => connection.execute({ sql, values }));
  }

  /** Runs a statement without preparing it: one that is sent only once, or cannot be prepared. */
  command(sql: string): Promise<readonly Row[]> {
    return this.#toEnd((connection) => connection.query({ sql }));
  }

  async #toEnd(begin: (connection: MysqlConnection) => MysqlCommand): Promise<readonly Row[]> {
    try {
      return (await this.#run(begin, Number.POSITIVE_INFINITY).next()).rows;
    } catch (error) {
      throw mariadbError(error, this.#options.serverName);
    }
  }

  #run(begin: (connection: MysqlConnection) => MysqlCommand, batchRows: number): RunningStatement {
    const { connection, serverName } = this.#options;
    if (this.#isBroken)
      throw new StoreError("unavailable", `${serverName}: the connection was lost`);
    this.#running = new RunningStatement(connection, begin(connection), batchRows);
    return this.#running;
  }

  /** Kills the statement. If the server does not respond in time, the connection is destroyed. */
  async #endStatement(running: RunningStatement): Promise<void> {
    const { threadId } = this.#options.connection;
    try {
      if (threadId === null) throw new Error("no thread");
      await withinLimit(this.#options.kill(threadId));
      await withinLimit(running.discard());
      // A late KILL hits this statement instead of the next one.
      await withinLimit(this.command("DO 0").catch(() => this.command("DO 0")));
    } catch {
      this.#destroy();
    }
  }

  #destroy(): void {
    this.#isBroken = true;
    const { connection } = this.#options;
    connection.destroy();
    connection.stream.destroy();
  }

  async end(): Promise<void> {
    const wasBroken = this.#isBroken;
    this.#isBroken = true;
    const { connection } = this.#options;
    if (!wasBroken) {
      await withinLimit(new Promise<void>((resolve) => connection.end(resolve))).catch(
        () => undefined,
      );
    }
    this.#destroy();
  }
}
