import { clickhouse } from "./dialects/clickhouse.ts";
import { duckdb } from "./dialects/duckdb.ts";
import { mariadb, mysql } from "./dialects/mariadb.ts";
import { postgres } from "./dialects/postgres.ts";
import { sqlite } from "./dialects/sqlite.ts";
import type { Dialect } from "./filter.ts";

/** Every dialect as it is without options, by its name. */
export const DIALECTS = {
  sqlite,
  duckdb,
  postgres,
  mariadb,
  mysql,
  clickhouse,
} as const satisfies Readonly<Record<string, Dialect>>;

export type DialectName = keyof typeof DIALECTS;

// The keys of an object of ours.
export const DIALECT_NAMES = Object.keys(DIALECTS) as readonly DialectName[];

/** The dialects that differ: MySQL is written as MariaDB is. */
export const SQL_DIALECTS: readonly Dialect[] = [sqlite, duckdb, postgres, mariadb, clickhouse];
