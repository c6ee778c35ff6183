import type { SqlValue } from "../../backends/sql/sql-fragment.ts";
import { requireKind } from "../../util/misuse.ts";
import { requireParams } from "./cut-sql.ts";

// This folder converts the SQL of formulas to the forms that other libraries and drivers take.

/**
 * The types of parameters, for `@duckdb/node-api`. Without them, the driver binds an integral number as an INTEGER, and
 * fails if it is out of range.
 *
 * @param source the result of `formula.toSql` or `toQuery`
 * @param duckdb the driver, or its two types
 *
 * @example
 * ```ts import { DOUBLE, VARCHAR } from "@duckdb/node-api";
 *
 * const types = bindTypes(query, { DOUBLE, VARCHAR }); const reader = await connection.runAndReadAll(query.text,
 * [...query.params], types);
 * ```
 */
export function bindTypes<N, T>(
  source: { readonly params: readonly SqlValue[] },
  duckdb: { readonly DOUBLE: N; readonly VARCHAR: T },
): (N | T)[] {
  requireParams(source, "`bindTypes`");
  requireKind(
    duckdb,
    "object",
    "`bindTypes`: the types",
    "pass `{ DOUBLE, VARCHAR }` of the driver",
  );
  return source.params.map((value) => (typeof value === "number" ? duckdb.DOUBLE : duckdb.VARCHAR));
}
