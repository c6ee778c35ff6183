import { bindTypes } from "../../../adapters/bind-types.ts";
import { StoreError } from "../../store.ts";
import { withTimeout } from "../../with-timeout.ts";
import type { Row, Statement } from "../driver.ts";
import type { SelectCursor, Session } from "../sessions/session.ts";
import type { DuckDbLease } from "./duckdb-database.ts";
import { duckDbError } from "./duckdb-error.ts";
import {
  type DuckDb,
  type DuckDbConnection,
  type DuckdbChunk,
  fetchRows,
} from "./duckdb-package.ts";

/** How often to interrupt a statement until it ends, in milliseconds. */
const INTERRUPT_MS = 50;

/** A connection to a DuckDB file, for one call: the database pools its connections. */
export class DuckDbSession implements Session {
  readonly isBroken = true;
  readonly duckdb: DuckDb;
  readonly path: string;
  readonly #lease: DuckDbLease;
  readonly #timeoutMs: number;
  #isUsable = true;

  constructor(duckdb: DuckDb, lease: DuckDbLease, path: string, timeoutMs: number) {
    this.duckdb = duckdb;
    this.path = path;
    this.#lease = lease;
    this.#timeoutMs = timeoutMs;
  }

  get connection(): DuckDbConnection {
    return this.#lease.connection;
  }

  select(statement: Statement, batchRows: number): SelectCursor {
    const { connection } = this;
    let timeMs = this.#timeoutMs;
    let last: Promise<unknown> = Promise.resolve();
    let batches: (readonly Row[])[] = [];
    let ahead: Promise<DuckdbChunk | undefined> | undefined;
    let isOver = false;
    const run = async <T>(begin: () => Promise<T>): Promise<T> => {
      const start = performance.now();
      const answer = begin();
      last = answer.catch(() => undefined);
      try {
        return await withTimeout(answer, [], {
          milliseconds: timeMs,
          error: () => this.#tookTooLong(),
        });
      } catch (error) {
        throw duckDbError(error, this.path);
      } finally {
        timeMs = Math.max(0, timeMs - (performance.now() - start));
      }
    };
    const begin = async (): Promise<() => Promise<DuckdbChunk | undefined>> => {
      const { text, params } = statement;
      const types = bindTypes(statement, this.duckdb);
      const result = await run(() => connection.stream(text, [...params], types));
      return () => run(() => fetchRows(result));
    };
    let fetching: Promise<() => Promise<DuckdbChunk | undefined>> | undefined;
    return {
      next: async () => {
        if (batches.length === 0) {
          fetching ??= begin();
          const fetch = await fetching;
          const chunk = await (ahead ?? fetch());
          if (chunk === undefined) {
            isOver = true;
            return { rows: [], isLast: true };
          }
          // Prefetches the next chunk while the reader works.
          ahead = fetch();
          ahead.catch(() => undefined);
          batches = batchesOf(chunk, batchRows);
        }
        return { rows: batches.shift() ?? [], isLast: false };
      },
      close: () => (isOver ? undefined : this.#stop(last)),
    };
  }

  async end(): Promise<void> {
    this.#lease.end(this.#isUsable);
  }

  async #stop(last: Promise<unknown>): Promise<void> {
    const { connection } = this;
    connection.interrupt();
    // An interrupt has no effect on a statement that has not quite begun.
    const again = setInterval(() => connection.interrupt(), INTERRUPT_MS);
    await last;
    clearInterval(again);
    try {
      // DuckDB ends a pending result when the connection runs another statement.
      await connection.run("SELECT 1");
    } catch {
      this.#isUsable = false;
    }
  }

  #tookTooLong(): StoreError {
    return new StoreError("timeout", `a statement took longer than ${this.#timeoutMs} ms`);
  }
}

function batchesOf(chunk: DuckdbChunk, batchRows: number): (readonly Row[])[] {
  const columns = chunk.getColumns();
  const rowAt = (row: number): Row => columns.map((column) => column[row]);
  const rows = Array.from({ length: chunk.rowCount }, (_, row) => rowAt(row));
  const batches: (readonly Row[])[] = [];
  for (let at = 0; at < rows.length; at += batchRows) batches.push(rows.slice(at, at + batchRows));
  return batches;
}
