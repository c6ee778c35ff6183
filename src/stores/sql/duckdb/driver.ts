import { bindTypes } from "../../../adapters/bind-types.ts";
import { duckdb as dialect } from "../../../sql/dialects/duckdb.ts";
import { StoreError } from "../../store.ts";
import type {
  DriverOptions,
  NewTable,
  Row,
  SqlDriver,
  Statement,
  TableDescription,
  TableName,
  TableWriter,
} from "../driver.ts";
import { Turns } from "../turns.ts";
import { untilAborted } from "../until-aborted.ts";
import type { Database, Lease } from "./database.ts";
import { describeTable } from "./describe.ts";
import { duckDbError } from "./errors.ts";
import type { Chunk, DuckDb } from "./package.ts";
import { DuckDbTableWriter } from "./table-writer.ts";

/** How often a statement is told to end. */
const INTERRUPT_MS = 50;

/** A file of DuckDB, or a database in memory. */
export class DuckDbDriver implements SqlDriver {
  readonly dialect = dialect;
  readonly #duckdb: DuckDb;
  readonly #database: Database;
  readonly #timeoutMs: number;
  readonly #batchRows: number;
  readonly #waitMs: number;
  readonly #turns: Turns;
  /** Each ends a statement that runs, for a reason. */
  readonly #running = new Set<(reason: StoreError) => void>();
  /** What is still to be waited for when the driver closes. */
  readonly #ends = new Set<Promise<void>>();
  readonly #writers = new Set<DuckDbTableWriter>();
  #closed: StoreError | undefined;
  #closing: Promise<void> | undefined;

  constructor(duckdb: DuckDb, database: Database, options: DriverOptions) {
    // A statement that runs takes one of the threads that Node has for files and compression too: four, unless told otherwise.
    const { timeoutMs = 30_000, connections = 3, acquireTimeoutMs = 5_000 } = options;
    this.#duckdb = duckdb;
    this.#database = database;
    this.#timeoutMs = timeoutMs;
    this.#batchRows = options.batchRows ?? 1_000;
    this.#waitMs = acquireTimeoutMs;
    this.#turns = new Turns(connections, acquireTimeoutMs);
  }

  async *stream(
    statement: Statement,
    signal: AbortSignal,
  ): AsyncGenerator<readonly Row[], void, undefined> {
    const release = await this.#turns.take(signal);
    let lease: Lease;
    try {
      lease = await this.#database.lease("read", this.#waitMs, signal);
    } catch (error) {
      release();
      throw error;
    }
    const { connection } = lease;
    const ending = new AbortController();
    const abort = (): void => ending.abort(signal.reason);
    let timeMs = this.#timeoutMs;
    let last: Promise<unknown> = Promise.resolve();
    let isOver = false;
    const end = (): void => {
      signal.removeEventListener("abort", abort);
      if (!this.#running.delete(close)) return;
      if (isOver) {
        lease.end(true);
        release();
      } else this.#stop(lease, last, release);
    };
    const close = (reason: StoreError): void => {
      ending.abort(reason);
      end();
    };
    signal.addEventListener("abort", abort);
    this.#running.add(close);
    if (this.#closed !== undefined) ending.abort(this.#closed);
    const run = async <T>(begin: () => Promise<T>): Promise<T> => {
      ending.signal.throwIfAborted();
      const start = performance.now();
      const timer = setTimeout(() => ending.abort(this.#tookTooLong()), timeMs);
      const answer = begin();
      last = answer.catch(() => undefined);
      try {
        return await untilAborted(answer, ending.signal);
      } catch (error) {
        if (ending.signal.aborted) throw ending.signal.reason;
        throw duckDbError(error, this.#database.path);
      } finally {
        clearTimeout(timer);
        timeMs = Math.max(0, timeMs - (performance.now() - start));
      }
    };
    try {
      const { text, params } = statement;
      const types = bindTypes(statement, this.#duckdb);
      const result = await run(() => connection.stream(text, [...params], types));
      let chunk = await run(() => result.fetchChunk());
      while (chunk !== null && chunk.rowCount > 0) {
        // DuckDB goes on while the reader works.
        const next = run(() => result.fetchChunk());
        next.catch(() => undefined);
        for (const rows of this.#batches(chunk)) {
          yield rows;
          ending.signal.throwIfAborted();
        }
        chunk = await next;
      }
      isOver = true;
    } finally {
      end();
    }
  }

  describe(table: TableName, signal: AbortSignal): Promise<TableDescription> {
    return describeTable((statement) => this.#rows(statement, signal), table, this.#database.path);
  }

  async createTable(
    table: TableName,
    options: NewTable,
    signal: AbortSignal,
  ): Promise<TableWriter> {
    signal.throwIfAborted();
    if (this.#closed !== undefined) throw this.#closed;
    const lease = await this.#database.lease("write", this.#waitMs, signal);
    const writer = new DuckDbTableWriter(
      { duckdb: this.#duckdb, connection: lease.connection, path: this.#database.path },
      table,
      options,
      signal,
      () => {
        this.#writers.delete(writer);
        lease.end(true);
      },
    );
    this.#writers.add(writer);
    try {
      await writer.begin();
    } catch (error) {
      await writer.abandon();
      throw error;
    }
    return writer;
  }

  async check(signal: AbortSignal): Promise<void> {
    await this.#rows({ text: "SELECT 1", params: [] }, signal);
  }

  close(): Promise<void> {
    this.#closing ??= this.#close();
    return this.#closing;
  }

  async #close(): Promise<void> {
    const error = new StoreError("unavailable", `the store of ${this.#database.path} is closed`);
    this.#closed = error;
    this.#turns.close(error);
    for (const end of this.#running) end(error);
    await Promise.all([...this.#writers].map((writer) => writer.lose(error)));
    while (this.#ends.size > 0) await Promise.all(this.#ends);
    await this.#database.leave();
  }

  async #rows(statement: Statement, signal: AbortSignal): Promise<readonly Row[]> {
    const all: Row[] = [];
    for await (const rows of this.stream(statement, signal)) all.push(...rows);
    return all;
  }

  *#batches(chunk: Chunk): Generator<readonly Row[], void, undefined> {
    const columns = chunk.getColumns();
    for (let at = 0; at < chunk.rowCount; at += this.#batchRows) {
      const count = Math.min(this.#batchRows, chunk.rowCount - at);
      yield Array.from({ length: count }, (_, row) => columns.map((column) => column[at + row]));
    }
  }

  #tookTooLong(): StoreError {
    return new StoreError("timeout", `a statement took longer than ${this.#timeoutMs} ms`);
  }

  /** Ends a statement, and then the turn. */
  #stop(lease: Lease, last: Promise<unknown>, release: () => void): void {
    const { connection } = lease;
    connection.interrupt();
    // It does nothing to a statement that is only about to begin.
    const again = setInterval(() => connection.interrupt(), INTERRUPT_MS);
    const end = last
      .finally(() => clearInterval(again))
      // What was begun before goes on until the connection does something else.
      .then(() => connection.run("SELECT 1"))
      .then(
        () => lease.end(true),
        () => lease.end(false),
      )
      .finally(() => {
        release();
        this.#ends.delete(end);
      });
    this.#ends.add(end);
  }
}
