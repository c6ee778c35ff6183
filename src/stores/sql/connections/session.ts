import type { Row, Statement } from "../driver.ts";

/** Rows that came together. */
export interface Batch {
  readonly rows: readonly Row[];
  /** Whether no other rows come after them. */
  readonly isLast: boolean;
}

/** A SELECT that runs. Errors are a `StoreError`. */
export interface Cursor {
  /** The next rows. It is asked again when the last batch has come, and never after the last one. */
  next(): Promise<Batch>;
  /**
   * Ends the statement in the database, wherever it is, so that the session can be used again; where that cannot be had the session is
   * broken after it. It never rejects. Nothing, where there is nothing left to do.
   */
  close(): Promise<void> | undefined;
}

/** A connection to a database, used for one thing at a time. */
export interface Session {
  /** Whether it cannot be used any more. */
  readonly isBroken: boolean;
  select(statement: Statement, batchRows: number): Cursor;
  /** Ends the connection politely where it can; it never rejects. */
  end(): Promise<void>;
}
