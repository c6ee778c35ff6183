import type { DescribedColumns } from "../../../../backends/sql/describe/describe-columns.ts";
import type { DescribeOptions } from "../../../../backends/sql/describe/describe-options.ts";
import { describeBy } from "../../../../backends/sql/describe/describe-table.ts";
import type { Dialect } from "../../../../backends/sql/dialect.ts";
import { SqlMappingError } from "../../../../backends/sql/sql-mapping-error.ts";
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
  options: DescribeOptions | undefined,
): Promise<TableDescription> {
  // Throws for a name that the database does not allow.
  quotedTable(table, dialect);
  const names = typeof table === "string" ? [table] : table;
  const described = await describedBy(ask, dialect, names, options);
  if (described !== undefined) return described;
  const shown = quote(names.join("."));
  throw new StoreError("setup", `there is no table ${shown}, or it has no columns`);
}

async function describedBy(
  ask: Ask,
  dialect: Dialect,
  names: readonly string[],
  options: DescribeOptions | undefined,
): Promise<DescribedColumns | undefined> {
  try {
    return await describeBy(dialect, (text, params) => ask({ text, params }), names, options);
  } catch (error) {
    if (error instanceof SqlMappingError) throw new StoreError("setup", error.message, error);
    throw error;
  }
}
