import type { Dialect } from "../../../sql.ts";

/** The databases whose SQL is shown. Each dialect is loaded on demand. */
export const DIALECTS: readonly {
  readonly title: string;
  readonly load: () => Promise<Dialect>;
}[] = [
  {
    title: "SQLite",
    load: async () => (await import("../../../backends/sql/dialects/sqlite.ts")).sqlite,
  },
  {
    title: "DuckDB",
    load: async () => (await import("../../../backends/sql/dialects/duckdb.ts")).duckdb,
  },
  {
    title: "PostgreSQL",
    load: async () => (await import("../../../backends/sql/dialects/postgres.ts")).postgres,
  },
  {
    title: "MariaDB",
    load: async () => (await import("../../../backends/sql/dialects/mariadb.ts")).mariadb,
  },
  {
    title: "MySQL",
    load: async () => (await import("../../../backends/sql/dialects/mariadb.ts")).mysql,
  },
  {
    title: "ClickHouse",
    load: async () => (await import("../../../backends/sql/dialects/clickhouse.ts")).clickhouse,
  },
];
