import type { Dialect } from "./dialect.ts";
import { clickhouse } from "./dialects/clickhouse.ts";
import { duckdb } from "./dialects/duckdb.ts";
import { mariadb, mysql } from "./dialects/mariadb.ts";
import { postgres } from "./dialects/postgres.ts";
import { sqlite } from "./dialects/sqlite.ts";

/** Every dialect by name, with default options. */
export const DIALECTS = {
  sqlite,
  duckdb,
  postgres,
  mariadb,
  mysql,
  clickhouse,
} as const satisfies Readonly<Record<string, Dialect>>;

export type DialectName = keyof typeof DIALECTS;

// `Object.keys` has the type `string[]`, but the object has no other keys.
export const DIALECT_NAMES = Object.keys(DIALECTS) as readonly DialectName[];

/** One dialect of each kind: MySQL is omitted, since its dialect is derived from MariaDB's. */
export const SQL_DIALECTS: readonly Dialect[] = [sqlite, duckdb, postgres, mariadb, clickhouse];
