import { describeBy } from "../../../../backends/sql/describe/describe-table.ts";
import type { Dialect } from "../../../../backends/sql/sql-filter.ts";
import { quote } from "../../../../util/quote.ts";
import { StoreError } from "../../store.ts";
import type { TableDescription, TableName } from "../driver.ts";
import { quotedTable } from "../new-table.ts";
import type { Ask } from "./engine.ts";

/** Describes a table from the database's catalogue, using `describeTable`. */
export async function describeByCatalogue(
  ask: Ask,
  dialect: Dialect,
  table: TableName,
): Promise<TableDescription> {
  // Throws for a name that the database does not allow.
  quotedTable(table, dialect);
  const names = typeof table === "string" ? [table] : table;
  const described = await describeBy(dialect, (text, params) => ask({ text, params }), names);
  if (described !== undefined) return described;
  const shown = quote(names.join("."));
  throw new StoreError("setup", `there is no table ${shown}, or it has no columns`);
}
