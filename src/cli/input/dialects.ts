import { clickhouse, type Dialect, duckdb, mariadb, mysql, postgres, sqlite } from "../../sql.ts";

/** The names of dialects, as options have them. */
export const DIALECT_NAMES = [
  "sqlite",
  "duckdb",
  "postgres",
  "mariadb",
  "mysql",
  "clickhouse",
] as const;

export type DialectName = (typeof DIALECT_NAMES)[number];

export const DIALECTS: Readonly<Record<DialectName, Dialect>> = {
  sqlite,
  duckdb,
  postgres,
  mariadb,
  mysql,
  clickhouse,
};
