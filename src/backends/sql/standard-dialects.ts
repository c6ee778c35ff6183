import { clickhouse } from "./dialects/clickhouse.ts";
import { duckdb } from "./dialects/duckdb.ts";
import { mariadb, mysql } from "./dialects/mariadb.ts";
import { postgres } from "./dialects/postgres.ts";
import { sqlite } from "./dialects/sqlite.ts";
import type { Dialect } from "./sql-filter.ts";

/** Every dialect by its name, without options. */
export const DIALECTS = {
  sqlite,
  duckdb,
  postgres,
  mariadb,
  mysql,
  clickhouse,
} as const satisfies Readonly<Record<string, Dialect>>;

export type DialectName = keyof typeof DIALECTS;

// The object has no other keys, but `Object.keys` has the type of any text.
export const DIALECT_NAMES = Object.keys(DIALECTS) as readonly DialectName[];

/** One dialect of each kind: MySQL is left out, since its dialect is made from MariaDB's. */
export const SQL_DIALECTS: readonly Dialect[] = [sqlite, duckdb, postgres, mariadb, clickhouse];
