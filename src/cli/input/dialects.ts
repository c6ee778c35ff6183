import { clickhouse } from "../../sql/dialects/clickhouse.ts";
import { duckdb } from "../../sql/dialects/duckdb.ts";
import { mariadb, mysql } from "../../sql/dialects/mariadb.ts";
import { postgres } from "../../sql/dialects/postgres.ts";
import { sqlite } from "../../sql/dialects/sqlite.ts";
import type { Dialect } from "../../sql/filter.ts";

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
