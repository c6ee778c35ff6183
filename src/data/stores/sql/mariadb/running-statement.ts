import type { Row } from "../driver.ts";
import type { Batch } from "../sessions/session.ts";
import type { MysqlCommand, MysqlConnection } from "./mysql2.ts";

/** A running statement. The server sends all rows at once; the connection is paused while its reader has enough. */
export class RunningStatement {
  readonly #connection: MysqlConnection;
  readonly #batchRows: number;
  #rows: Row[] = [];
  #isOver = false;
  #isDiscarding = false;
  #error: { readonly thrown: unknown } | undefined;
  #wake: () => void = () => undefined;

  /** @param batchRows the number of rows after which the connection is paused */
  constructor(connection: MysqlConnection, command: MysqlCommand, batchRows: number) {
    this.#connection = connection;
    this.#batchRows = batchRows;
    command.on("result", (row) => this.#take(row));
    command.on("error", (thrown) => {
      this.#error ??= { thrown };
    });
    command.on("end", () => this.#end());
  }

  /** Whether the statement has ended on the server. */
  get isOver(): boolean {
    return this.#isOver;
  }

  /** Fails the statement, since the connection was lost. */
  fail(thrown: unknown): void {
    this.#error ??= { thrown };
    this.#end();
  }

  async next(): Promise<Batch> {
    if (this.#rows.length < this.#batchRows && !this.#isOver) {
      const more = new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
      this.#connection.resume();
      await more;
    }
    // Rows before an error are delivered first.
    if (this.#error !== undefined && this.#rows.length === 0) throw this.#error.thrown;
    const rows = this.#rows;
    this.#rows = [];
    return { rows, isLast: this.#isOver && this.#error === undefined };
  }

  /** Discards the remaining rows. Resolves once the statement has ended. */
  async discard(): Promise<void> {
    this.#isDiscarding = true;
    this.#rows = [];
    if (this.#isOver) return;
    const end = new Promise<void>((resolve) => {
      this.#wake = resolve;
    });
    this.#connection.resume();
    await end;
  }

  #take(row: unknown): void {
    // A statement other than SELECT emits an object.
    if (this.#isDiscarding || !Array.isArray(row)) return;
    this.#rows.push(row);
    if (this.#rows.length < this.#batchRows) return;
    this.#connection.pause();
    this.#wake();
  }

  #end(): void {
    this.#isOver = true;
    this.#wake();
  }
}
