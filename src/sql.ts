/**
 * Formulas as SQL: `formula.toSql(postgres, { table: "cars" })`.
 *
 * @packageDocumentation
 */

export { recordOrder } from "./core/record-order.ts";
export type { SortKey } from "./schema/index.ts";
export type { RefusedColumn } from "./sql/describe/describe-columns.ts";
export {
  type AskDatabase,
  type DescribedTable,
  describeTable,
} from "./sql/describe/describe-table.ts";
export { clickhouse } from "./sql/dialects/clickhouse.ts";
export { duckdb } from "./sql/dialects/duckdb.ts";
export { createMariadb, type MariadbOptions, mariadb, mysql } from "./sql/dialects/mariadb.ts";
export { createPostgres, type PostgresOptions, postgres } from "./sql/dialects/postgres.ts";
export {
  createSqlite,
  type SqliteFunction,
  type SqliteOptions,
  sqlite,
  sqliteFunctions,
} from "./sql/dialects/sqlite.ts";
export {
  type Dialect,
  type ExactSqlFilter,
  type ExactSqlOptions,
  explainSql,
  type Residual,
  type SqlCondition,
  type SqlFilter,
  type SqlOptions,
  type SqlPrefilter,
} from "./sql/filter.ts";
export type { SqlValue } from "./sql/fragment.ts";
export {
  type ColumnMapping,
  SqlMappingError,
  type StorageName,
  type TableMapping,
} from "./sql/mapping.ts";
export type { SqlPart } from "./sql/part.ts";
export type { FormulaSortKey } from "./sql/query/keys.ts";
export {
  type QueryOptions,
  type RecordReader,
  SqlOrderError,
  type SqlQuery,
  toCount,
  toQuery,
} from "./sql/query/query.ts";
export type { QueryFormula } from "./sql/query/selection.ts";
export { type SqlRecord, SqlValueError } from "./sql/rows/row-reader.ts";
export type { DriverName, RowForm, RowSource } from "./sql/rows/row-source.ts";
export type { SqlExpression, SqlValueOptions, SqlValueResult } from "./sql/value.ts";
