import type { SqlValue } from "../sql/fragment.ts";

/**
 * The types of parameters, for `@duckdb/node-api`. It would bind a whole number as an integer, and fail where one is too large.
 *
 * @param source the result of `formula.toSql` or `toQuery`
 * @param duckdb the driver, or its two types
 *
 * @example
 * ```ts
 * import { DOUBLE, VARCHAR } from "@duckdb/node-api";
 *
 * const types = bindTypes(query, { DOUBLE, VARCHAR });
 * const reader = await connection.runAndReadAll(query.text, [...query.params], types);
 * ```
 */
export function bindTypes<N, T>(
  source: { readonly params: readonly SqlValue[] },
  duckdb: { readonly DOUBLE: N; readonly VARCHAR: T },
): (N | T)[] {
  return source.params.map((value) => (typeof value === "number" ? duckdb.DOUBLE : duckdb.VARCHAR));
}
