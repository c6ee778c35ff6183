import { duckdb } from "../../../sql/dialects/duckdb.ts";
import { StoreError } from "../../store.ts";
import type { TableName } from "../driver.ts";
import { quotedName } from "../new-table.ts";

/** The place of a table. If the database or the schema is `undefined`, it is the one where DuckDB looks first. */
export interface Place {
  readonly database: string | undefined;
  readonly schema: string | undefined;
  readonly table: string;
}

export function placeOf(name: TableName): Place {
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

/** A table of the same place as SQL writes it. */
export function quotedPlace({ database, schema }: Place, table: string): string {
  return [database, schema, table]
    .filter((part) => part !== undefined)
    .map((part) => quotedName(part, duckdb.definition))
    .join(".");
}

/** The condition that rows of DuckDB's catalogue are of a table, with its parameters. */
export function isOfTable(
  { database, schema, table }: Place,
  tableColumn: string,
): { readonly condition: string; readonly params: readonly string[] } {
  const name = (column: string, value: string | undefined, otherwise: string): string =>
    value === undefined ? `${column} = ${otherwise}` : `lower(${column}) = lower(?)`;
  return {
    condition: [
      name("database_name", database, "current_database()"),
      name("schema_name", schema, "current_schema()"),
      name(tableColumn, table, ""),
    ].join(" AND "),
    params: [database, schema, table].filter((part) => part !== undefined),
  };
}
