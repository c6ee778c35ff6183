import type { Row, Statement } from "../driver.ts";

/** Rows that arrived together. */
export interface Batch {
  readonly rows: readonly Row[];
  readonly isLast: boolean;
}

/** A running SELECT. It rejects with a `StoreError`. */
export interface SelectCursor {
  /** The next rows. Call it after the previous batch has arrived, and not after the last one. */
  next(): Promise<Batch>;
  /**
   * Cancels the statement in the database, so that the session can be reused; if that fails, the session is broken
   * afterwards. Never rejects. Returns `undefined` if the statement has already ended.
   */
  close(): Promise<void> | undefined;
}

/** A connection to a database, used for one operation at a time. */
export interface Session {
  /** Whether the session is unusable. */
  readonly isBroken: boolean;
  select(statement: Statement, batchRows: number): SelectCursor;
  /** Closes the connection, gracefully if possible. Never rejects; may be called again. */
  end(): Promise<void>;
}

/** Whether a statement is known to return at most this number of rows: it then needs no cursor. */
export function hasAtMost(rows: number, { mostRows }: Statement): boolean {
  return mostRows !== undefined && mostRows <= rows;
}
