export type SqliteCell = string | number | bigint | null | Uint8Array;

export interface ThreadSetup {
  readonly path: string;
  readonly mode: "read" | "write";
  /** The path or the name of the package; by default, it is looked up. */
  readonly driver: string | undefined;
  /** How long SQLite waits for another program's lock, in milliseconds. */
  readonly lockMs: number;
  /** One number: 1 if the running statement must end. */
  readonly flag: Int32Array<SharedArrayBuffer>;
}

/** A request to a thread, which sends one {@link ThreadResponse} for each. */
export type ThreadRequest =
  /** Begins a SELECT, and returns its first rows. */
  | {
      readonly kind: "select";
      readonly text: string;
      readonly params: readonly (string | number)[];
      readonly rows: number;
      readonly timeMs: number;
    }
  /** Returns the next rows. */
  | { readonly kind: "more"; readonly timeMs: number }
  /** Ends the SELECT. */
  | { readonly kind: "stop" }
  /** Runs statements without parameters or results. */
  | { readonly kind: "run"; readonly text: string }
  /** Runs a statement once for each row of cells, in transactions of many rows. */
  | {
      readonly kind: "insert";
      readonly text: string;
      readonly width: number;
      readonly cells: readonly SqliteCell[];
    };

/** Rows with their cells in one flat array: nested arrays take longer to transfer between threads. */
export interface CellBatch {
  readonly cells: readonly SqliteCell[];
  readonly width: number;
  readonly isLast: boolean;
}

export const NO_ROWS: CellBatch = { cells: [], width: 0, isLast: true };

/** A serialized error of a thread. */
export interface ThreadError {
  /**
   * SQLite's name of the error, such as `SQLITE_BUSY`, or one of `stopped`, `timeout`, `missing` (the package is not
   * installed), `broken` (it does not load) and `other`.
   */
  readonly code: string;
  readonly message: string;
  /** Whether rows were being read: an earlier error is a mistake in the statement. */
  readonly isReading: boolean;
}

export type ThreadResponse =
  | { readonly ok: true; readonly rows: CellBatch }
  | { readonly ok: false; readonly failure: ThreadError };
