import { arquero } from "./arquero.ts";
import { clickHouse } from "./clickhouse.ts";
import { duckDb } from "./duckdb.ts";
import type { Variant } from "./engine.ts";
import { polars } from "./polars.ts";
import { sqlite } from "./sqlite.ts";

export const COLUMN_ENGINES = ["arquero", "duckdb", "clickhouse", "polars", "sqlite"] as const;

export type ColumnEngineName = (typeof COLUMN_ENGINES)[number];

/** Whom columns are compared with, by the name that `--engines` has for them. */
export const columnEngines: Readonly<Record<ColumnEngineName, readonly Variant[]>> = {
  arquero: [arquero],
  duckdb: [duckDb(1), duckDb(2)],
  clickhouse: [clickHouse],
  polars: [polars],
  sqlite: [sqlite],
};
