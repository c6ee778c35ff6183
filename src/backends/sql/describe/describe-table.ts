import { requireDialect } from "../../../language/core/compiled.ts";
import { defineSchema, type Schema } from "../../../language/schema/index.ts";
import { requireKind } from "../../../util/misuse.ts";
import { quote } from "../../../util/quote.ts";
import type { AskCatalogue, CatalogueRow } from "../catalogue.ts";
import type { Dialect } from "../dialect.ts";
import { SqlMappingError } from "../sql-mapping-error.ts";
import { type TableMapping, tableName } from "../table-mapping.ts";
import { type DescribedColumns, describeColumns, type RefusedColumn } from "./describe-columns.ts";
import { type DescribeOptions, requireDescribeOptions } from "./describe-options.ts";
import { withLargeNumbers } from "./with-large-numbers.ts";

/**
 * Runs a query: a function over any driver or query builder. It resolves to the rows of the result, as objects or as
 * arrays.
 */
export type AskDatabase = (
  sql: string,
  params: readonly string[],
) => Promise<readonly (Readonly<Record<string, unknown>> | readonly unknown[])[]>;

/** A table of a database, in the form that `toSql` and `toQuery` accept. */
export interface DescribedTable {
  /** The schema: one field for each supported column. It has a key if the table's primary key is one column, or the options name one. */
  readonly schema: Schema;
  /** The name of the table. */
  readonly table: readonly string[];
  /** The mapping of fields to columns: an option of `toSql` and `toQuery`. */
  readonly columns: NonNullable<TableMapping["columns"]>;
  /** The columns without a field, and the reasons. */
  readonly refused: readonly RefusedColumn[];
  /** Values of the table that mean something else in formulas. */
  readonly warnings: readonly string[];
}

/**
 * Queries the catalogue of a database for a table's columns. Returns a schema, and a mapping with which formulas are
 * exact and use the columns' indexes.
 *
 * ```ts
 * const cars = await describeTable(postgres, async (text, params) => (await pool.query(text, params)).rows,
 * "public.cars");
 * const { where, params } = compileOrThrow(source, cars.schema).toSql(postgres, cars);
 * ```
 *
 * @param table the table's name, qualified with dots or as a list
 * @param options how the fields differ from what the catalogue says
 * @throws {@link SqlMappingError} if there is no such table, or an option does not fit it.
 */
export async function describeTable(
  dialect: Dialect,
  query: AskDatabase,
  table: string | readonly string[],
  options: DescribeOptions = {},
): Promise<DescribedTable> {
  requireDialect(dialect, "describeTable");
  requireKind(query, "function", "`describeTable`: the second argument");
  const names = typeof table === "string" ? table.split(".") : table;
  requireKind(names, "texts", "`describeTable`: the table");
  requireDescribeOptions(options, "describeTable");
  const found = await describeBy(dialect, query, names, options);
  if (found === undefined) {
    const problem = `there is no table ${quote(names.join("."))}, or it has no columns`;
    const isSplit = typeof table === "string" && names.length > 1;
    const advice = `: the dots divide a name into parts; a list, such as ${quote(JSON.stringify([table]))}, has a name with dots`;
    throw new SqlMappingError(isSplit ? problem + advice : problem);
  }
  const { fields, ...rest } = found;
  return { schema: defineSchema(fields), table: names, ...rest };
}

/** Describes a table without building a schema; `undefined` if there is no such table. */
export async function describeBy(
  { definition }: Dialect,
  query: AskDatabase,
  table: readonly string[],
  options: DescribeOptions = {},
): Promise<DescribedColumns | undefined> {
  const ask: AskCatalogue = async ({ text, params, names }) => {
    const rows = await query(text, params);
    const what = "`describeTable`: what `query` resolves to";
    requireKind(rows, "objects", what, "take the rows of the driver's result, such as its `rows`");
    return rows.map((row) => (isList(row) ? byName(row, names) : row));
  };
  const quoted = tableName(table, definition);
  const columns = await definition.catalogue(ask, table, quoted);
  if (columns === undefined) return undefined;
  const sized = await withLargeNumbers(columns, ask, definition, quoted, options.fields);
  return describeColumns(sized, definition, options);
}

function isList(row: object): row is readonly unknown[] {
  return Array.isArray(row);
}

function byName(row: readonly unknown[], names: readonly string[]): CatalogueRow {
  return Object.fromEntries(names.map((name, at) => [name, row[at]]));
}
