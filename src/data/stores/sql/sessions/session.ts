import type { Row, Statement } from "../driver.ts";

/** Rows that came together. */
export interface Batch {
  readonly rows: readonly Row[];
  /** Whether no rows come after these. */
  readonly isLast: boolean;
}

/** A SELECT that runs. Its errors are a `StoreError`. */
export interface SelectCursor {
  /** The next rows. It is called again when the last batch has come, and never after the last one. */
  next(): Promise<Batch>;
  /**
   * Ends the statement in the database, wherever it is, so that the session can be used again; if that fails the
   * session is broken after it. It never rejects. It returns `undefined` if there is nothing left to do.
   */
  close(): Promise<void> | undefined;
}

/** A connection to a database, used for one thing at a time. */
export interface Session {
  /** Whether it cannot be used any more. */
  readonly isBroken: boolean;
  select(statement: Statement, batchRows: number): SelectCursor;
  /** Ends the connection, politely if it can. It never rejects, and may be called again. */
  end(): Promise<void>;
}

/**
 * Whether a statement says that it has no more rows than that, as `toQuery` and `toCount` write it. (All texts of users
 * are in parameters, and a name ends in its quote.) An answer of one batch needs no cursor.
 */
export function hasAtMost(rows: number, { text }: Statement): boolean {
  if (/^SELECT COUNT\(\*\) AS c0 FROM /.test(text)) return true;
  const [, limit] = / LIMIT (\d{1,9})$/.exec(text) ?? [];
  return limit !== undefined && Number(limit) <= rows;
}
