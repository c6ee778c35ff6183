/** The default limits of stores. `grammar/reference/limits.md` lists them. */
export const STORE_LIMITS = {
  /** The time limit of a query. */
  queryMs: 30_000,
  /** The longest time that a query in memory may wait for other queries in total. */
  waitMs: 60_000,
  /** The most connections to a database server. */
  connections: 10,
  /** The most threads that read a SQLite database. */
  sqliteThreads: 4,
  /**
   * The most connections to a DuckDB database. A running statement occupies one of the four threads of Node's pool,
   * which files and compression use too.
   */
  duckdbConnections: 3,
  /** The longest time that a query may wait for a connection. */
  acquireMs: 5_000,
  /** The memory limit for the values of a computed field by which a query in memory is sorted. */
  computedBytes: 67_108_864,
  batchRows: 1_000,
} as const;
