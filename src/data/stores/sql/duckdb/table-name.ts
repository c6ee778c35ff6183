import { duckdb } from "../../../../backends/sql/dialects/duckdb.ts";
import type { TablePath } from "../../../../backends/sql/dialects/duckdb-catalogue.ts";
import { StoreError } from "../../store.ts";
import type { TableName } from "../driver.ts";
import { quotedName } from "../new-table.ts";

export function pathOf(name: TableName): TablePath {
  const parts = typeof name === "string" ? [name] : name;
  const [table, schema, database, ...more] = [...parts].reverse();
  if (table === undefined || more.length > 0) {
    throw new StoreError(
      "setup",
      `a table of DuckDB has one to three names: ${JSON.stringify(name)}`,
    );
  }
  return { database, schema, table };
}

/** The quoted name of a table in the same database and schema. */
export function quotedPath({ database, schema }: TablePath, table: string): string {
  return [database, schema, table]
    .filter((part) => part !== undefined)
    .map((part) => quotedName(part, duckdb.definition))
    .join(".");
}
