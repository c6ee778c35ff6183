import { clickhouse } from "./dialects/clickhouse.ts";
import { duckdb } from "./dialects/duckdb.ts";
import { mariadb } from "./dialects/mariadb.ts";
import { postgres } from "./dialects/postgres.ts";
import { sqlite } from "./dialects/sqlite.ts";
import type { Dialect } from "./filter.ts";

/** Every dialect as it is without options. */
export const SQL_DIALECTS: readonly Dialect[] = [sqlite, duckdb, postgres, mariadb, clickhouse];
