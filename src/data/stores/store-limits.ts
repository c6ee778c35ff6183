/** The sizes and times of stores, unless an option says otherwise. `grammar/reference/limits.md` shows them. */
export const STORE_LIMITS = {
  /** The longest time that a query may work. */
  queryMs: 30_000,
  /** The longest time that a query in memory may wait for others, all of its turns together. */
  waitMs: 60_000,
  /** The most connections to a database server. */
  connections: 10,
  /** The most threads that read a database of SQLite. */
  sqliteThreads: 4,
  /**
   * The most connections to a database of DuckDB. A statement that runs takes one of the four threads that Node has for
   * files and compression too.
   */
  duckdbConnections: 3,
  /** The longest time that a query may wait for a connection. */
  acquireMs: 5_000,
  /** The most bytes of the values of a computed field that a query in memory is sorted by. */
  computedBytes: 67_108_864,
  /** The records that are fetched at once. */
  batchRows: 1_000,
} as const;
