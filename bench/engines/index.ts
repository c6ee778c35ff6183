import { arquero } from "./arquero.ts";
import { clickHouse } from "./clickhouse.ts";
import { duckDb } from "./duckdb.ts";
import type { Variant } from "./engine.ts";
import { polars } from "./polars.ts";
import { sqlite } from "./sqlite.ts";

export const COLUMN_ENGINES = ["arquero", "duckdb", "clickhouse", "polars", "sqlite"] as const;

export type ColumnEngineName = (typeof COLUMN_ENGINES)[number];

/** The engines to compare columns with, by their names in `--engines`. */
export const columnEngines: Readonly<Record<ColumnEngineName, readonly Variant[]>> = {
  arquero: [arquero],
  duckdb: [duckDb(1), duckDb(2)],
  clickhouse: [clickHouse],
  polars: [polars],
  sqlite: [sqlite],
};
