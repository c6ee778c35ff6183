/** A cell of SQLite in JavaScript. */
export type SqliteCell = string | number | bigint | null | Uint8Array;

/** How a thread opens its connection. */
export interface ThreadSetup {
  readonly path: string;
  readonly mode: "read" | "write";
  /** The file or the name of the package, unless it is to be looked for. */
  readonly driver: string | undefined;
  /** How long SQLite waits for another program's lock, in milliseconds. */
  readonly lockMs: number;
  /** One number: whether the running statement is to end. */
  readonly flag: Int32Array<SharedArrayBuffer>;
}

/** A request to a thread, which sends one {@link ThreadResponse} for each. */
export type ThreadRequest =
  /** Begins a SELECT, and gives its first rows. */
  | {
      readonly kind: "select";
      readonly text: string;
      readonly params: readonly (string | number)[];
      readonly rows: number;
      readonly timeMs: number;
    }
  /** The next rows. */
  | { readonly kind: "more"; readonly timeMs: number }
  /** No more rows. */
  | { readonly kind: "stop" }
  /** Statements without parameters or an answer. */
  | { readonly kind: "run"; readonly text: string }
  /** One statement for each row of cells, in transactions of many rows. */
  | {
      readonly kind: "insert";
      readonly text: string;
      readonly width: number;
      readonly cells: readonly SqliteCell[];
    };

/** Rows with their cells in one list: a list of lists takes longer from thread to thread. */
export interface CellBatch {
  readonly cells: readonly SqliteCell[];
  readonly width: number;
  readonly isLast: boolean;
}

export const NO_ROWS: CellBatch = { cells: [], width: 0, isLast: true };

/** An error of a thread, as it crosses threads. */
export interface ThreadError {
  /**
   * SQLite's own name for it, such as `SQLITE_BUSY`, or `stopped`, `timeout`, `missing` (the package is not installed),
   * `broken` (it does not load), or `other`.
   */
  readonly code: string;
  readonly message: string;
  /** Whether rows were being read: before that, it is the statement that is wrong. */
  readonly isReading: boolean;
}

export type ThreadResponse =
  | { readonly ok: true; readonly rows: CellBatch }
  | { readonly ok: false; readonly failure: ThreadError };
