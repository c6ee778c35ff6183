/**
 * Formulas as SQL: `formula.toSql(postgres, { table: "cars" })`.
 *
 * @packageDocumentation
 */

export type { RefusedColumn } from "./backends/sql/describe/describe-columns.ts";
export type { DescribeOptions, FieldOverride } from "./backends/sql/describe/describe-options.ts";
export {
  type AskDatabase,
  type DescribedTable,
  describeTable,
} from "./backends/sql/describe/describe-table.ts";
export type { Dialect } from "./backends/sql/dialect.ts";
export { clickhouse } from "./backends/sql/dialects/clickhouse.ts";
export { duckdb } from "./backends/sql/dialects/duckdb.ts";
export {
  createMariadb,
  type MariadbOptions,
  mariadb,
  mysql,
} from "./backends/sql/dialects/mariadb.ts";
export {
  createPostgres,
  type PostgresOptions,
  postgres,
} from "./backends/sql/dialects/postgres.ts";
export {
  createSqlite,
  type SqliteFunction,
  type SqliteOptions,
  sqlite,
  sqliteFunctions,
} from "./backends/sql/dialects/sqlite.ts";
export { explainSql } from "./backends/sql/explain-sql.ts";
export type { FormulaSortKey } from "./backends/sql/query/query-keys.ts";
export type { QueryFormula } from "./backends/sql/query/selection.ts";
export {
  type QueryOptions,
  type RecordReader,
  SqlOrderError,
  type SqlQuery,
  type SqlStatement,
  toCount,
  toQuery,
} from "./backends/sql/query/sql-query.ts";
export { type SqlRecord, SqlValueError } from "./backends/sql/rows/record-reader.ts";
export type { DriverName, RowForm, RowSource } from "./backends/sql/rows/row-source.ts";
export type {
  ExactSqlFilter,
  ExactSqlOptions,
  Residual,
  SqlCondition,
  SqlFilter,
  SqlOptions,
  SqlPrefilter,
} from "./backends/sql/sql-filter.ts";
export type { SqlValue } from "./backends/sql/sql-fragment.ts";
export { SqlMappingError } from "./backends/sql/sql-mapping-error.ts";
export type { SqlPart } from "./backends/sql/sql-part.ts";
export type { SqlExpression, SqlValueOptions, SqlValueResult } from "./backends/sql/sql-value.ts";
export type {
  ColumnMapping,
  RecordSource,
  StorageName,
  TableMapping,
} from "./backends/sql/table-mapping.ts";
export { recordOrder } from "./language/core/record-order.ts";
export {
  type ParsedSort,
  type ParseSortOptions,
  parseSort,
  type SortKey,
  type SortProblem,
} from "./language/schema/index.ts";
